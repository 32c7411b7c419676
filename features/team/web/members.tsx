import { useQuery } from '@tanstack/react-query'
import { hasRight } from '#engine/rules/access.ts'
import type { CurrentProject, SessionMembership } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { useProject } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { roleNames, whyNot } from '#platform/web/session/roles.ts'
import { sessionQuery } from '#platform/web/session/session.ts'
import { AuditLog } from './audit-log.tsx'
import { Invite } from './invite.tsx'
import { membersQuery } from './member-queries.ts'
import { Leave, Ownership } from './ownership.tsx'
import { People } from './people.tsx'
import { RightsMatrix } from './rights-matrix.tsx'

export function MemberSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Members">People with access to this project and their roles.</PageHeading>
      {project && <Known key={project.id} project={project} />}
    </>
  )
}

/** Waits for the user's own role, which determines the content. */
function Known({ project }: { project: CurrentProject }) {
  const query = useQuery(membershipsQuery)
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load your role" />
  const own = query.data?.find((membership) => membership.project?.id === project.id)
  if (own) return <Members project={project} own={own} />
  return <p role="status" aria-label="Loading" className="h-40" />
}

function Members({ project, own }: { project: CurrentProject; own: SessionMembership }) {
  const { role, id: ownId } = own
  const maySee = hasRight(role, 'readMembers')
  const query = useQuery({ ...membersQuery(project.id), enabled: maySee })
  const reason = whyNot(role, 'manageMembers')
  const { data: user } = useQuery(sessionQuery)
  const isUnconfirmed = user?.confirmed === false
  return (
    <>
      {reason !== null && <Locked>{reason}</Locked>}
      {reason === null && isUnconfirmed && (
        <Locked>Confirm your email to invite members. Open the link we sent to {user.email}.</Locked>
      )}
      {maySee ? (
        <div className="flex flex-col gap-6">
          <Invite project={project} locked={reason !== null || isUnconfirmed} />
          <RowsState name="the members" query={query} empty={null}>
            {(members) => (
              <People project={project} role={role} ownId={ownId} members={members} mayInvite={!isUnconfirmed} />
            )}
          </RowsState>
        </div>
      ) : (
        <p className="text-muted">
          Your role: <Badge look="accent">{roleNames[role]}</Badge>. Only team members can see who else has access.
        </p>
      )}
      {query.data && <Ownership project={project} role={role} ownId={ownId} members={query.data} />}
      <RightsMatrix role={role} />
      <AuditLog project={project} role={role} />
      <Leave project={project} role={role} ownId={ownId} members={query.data ?? null} />
    </>
  )
}
