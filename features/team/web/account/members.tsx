import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { hasRight } from '#engine/rules/access.ts'
import type { SessionMembership } from '#platform/contract/session.ts'
import { Avatar } from '#platform/ui/avatar.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { selectProject, useUser } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { roleNames, whyNot } from '#platform/web/session/roles.ts'
import { useSlot } from '#platform/web/slots.ts'
import { seatsText } from '../labels.ts'
import { peopleQuery } from '../member-queries.ts'
import { FindPerson, peoplePageSize } from './find-person.tsx'
import { PendingInvitations } from './pending.tsx'
import type { KnownPerson, ProjectMembership } from './people.ts'
import { filterPeople, knownPeople } from './people.ts'

const views = [
  { value: 'people', label: 'People' },
  { value: 'clients', label: 'Client projects' },
  { value: 'brand', label: 'Report brand' },
] as const
type View = (typeof views)[number]['value']

const hints: Record<View, string> = {
  people: 'Everyone you work with across your projects.',
  clients: "Your clients' projects and what's waiting in each.",
  brand: 'How reports of your client projects look.',
}

export function AccountMembers() {
  const [params, setParams] = useSearchParams()
  const { Clients, ReportBrand } = useSlot('agency')
  const view: View = views.find(({ value }) => value === params.get('view'))?.value ?? 'people'
  return (
    <>
      <PageHeading title="People">{hints[view]}</PageHeading>
      <Tabs
        label="People and clients"
        tabs={views}
        value={view}
        onValueChange={(next) => setParams(next === 'people' ? {} : { view: next }, { preventScrollReset: true })}
      >
        <div className="flex flex-col gap-8 pt-6 [&>section:first-child]:border-0 [&>section:first-child]:pt-0">
          {view === 'people' && (
            <>
              <OwnMemberships />
              <Others />
            </>
          )}
          <Suspense>
            {view === 'clients' && <Clients />}
            {view === 'brand' && <ReportBrand />}
          </Suspense>
        </div>
      </Tabs>
    </>
  )
}

/** Returns a function that selects a project and opens its members. */
function useProjectMembers() {
  const navigate = useNavigate()
  return (projectId: string) => {
    selectProject(projectId)
    void navigate(paths.projectMembers)
  }
}

/** A draft is an unfinished setup, which is shown there only. */
function isSetUp({ project }: SessionMembership): boolean {
  return project?.status !== 'draft'
}

/** The user's projects and their role in each. */
function OwnMemberships() {
  const query = useQuery(membershipsQuery)
  const open = useProjectMembers()
  return (
    <Section title="Your projects">
      <RowsState
        name="your projects"
        query={query}
        empty={<p className="text-muted">You're not a member of any project yet.</p>}
      >
        {(memberships) => (
          <Paged label="Your projects" rows={memberships.filter(isSetUp)} pageSize={25}>
            {({ id, role, project }) => {
              const isArchived = project?.status === 'archived'
              const reason = isArchived
                ? 'This project is archived. To restore it, open the settings of another project.'
                : whyNot(role, 'readMembers')
              return (
                <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                  <div className="min-w-0 flex-1">
                    <p className="wrap-anywhere font-medium">
                      {project?.name} {isArchived && <Badge>Archived</Badge>}
                      {project?.isAgencyProject && role !== 'client' && <Badge>Client project</Badge>}
                    </p>
                    {reason !== null && <p className="text-muted text-sm">{reason}</p>}
                  </div>
                  <Badge look="accent">{roleNames[role]}</Badge>
                  <Button
                    size="small"
                    aria-label={`Members of ${project?.name ?? 'project'}`}
                    disabled={reason !== null}
                    onClick={() => project && open(project.id)}
                  >
                    Members
                  </Button>
                </li>
              )
            }}
          </Paged>
        )}
      </RowsState>
    </Section>
  )
}

function Others() {
  const open = useProjectMembers()
  const user = useUser()
  const { data: memberships } = useQuery(membershipsQuery)
  const enabled = memberships?.some(({ role }) => hasRight(role, 'readMembers')) ?? false
  const query = useQuery({ ...peopleQuery, enabled })
  // A user who is a client in every project sees no other members; the projects above say why.
  if (memberships && !enabled) return null
  return (
    <>
      <PendingInvitations members={query.data ?? []} onOpen={open} />
      <Section title="Everyone" hint={query.data && seatsText(query.data)}>
        <RowsState name="the members" query={query} empty={<NoMembers />}>
          {(members) => {
            const people = knownPeople(members).filter(({ email }) => email !== user?.email)
            return people.length === 0 ? <NoMembers /> : <People people={people} />
          }}
        </RowsState>
      </Section>
    </>
  )
}

function NoMembers() {
  return (
    <EmptyState title="No other members yet">
      People in your projects appear here. To invite someone, open a project's members.
    </EmptyState>
  )
}

function People({ people }: { people: readonly KnownPerson[] }) {
  const [wanted, setWanted] = useState('')
  const open = useProjectMembers()
  const found = filterPeople(people, wanted)
  return (
    <>
      <FindPerson among={people.length} wanted={wanted} onWanted={setWanted} placeholder="Email or project" />
      {found.length === 0 && <p className="text-muted">No matching people.</p>}
      <Paged label="Everyone" rows={found} pageSize={peoplePageSize}>
        {({ email, memberships }) => (
          <li key={email} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5">
            <Avatar name={email} round className="size-7" />
            <p className="wrap-anywhere min-w-0 flex-1 basis-48 pt-0.5 font-medium">{email}</p>
            <ul
              aria-label={`Projects of ${email}`}
              className="flex flex-col items-start gap-0.5 max-sm:basis-full max-sm:pl-10 sm:items-end"
            >
              {memberships.map((membership) => (
                <MembershipItem
                  key={membership.memberId}
                  membership={membership}
                  onOpen={() => open(membership.projectId)}
                />
              ))}
            </ul>
          </li>
        )}
      </Paged>
    </>
  )
}

function MembershipItem({ membership, onOpen }: { membership: ProjectMembership; onOpen: () => void }) {
  return (
    <li className="flex max-w-full flex-wrap items-center gap-x-2">
      {membership.invited && <Badge look="warn">Invited</Badge>}
      <span className="text-muted text-sm">{roleNames[membership.role]} in</span>
      <button
        type="button"
        onClick={onOpen}
        className="wrap-anywhere min-h-6 rounded text-left text-sm underline underline-offset-2 hover:text-accent-ink"
      >
        {membership.project}
      </button>
    </li>
  )
}
