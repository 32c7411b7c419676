import { useQuery } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { messageSettingsQuery } from '../inbox/queries.ts'
import { Limits } from './limits.tsx'
import { Mode } from './mode.tsx'
import { StopSwitch } from './stop-switch.tsx'

/** How a project sends messages, and how many. */
export function MessageSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Messages">
        How this project sends direct messages and replies, and the limits that protect your Reddit accounts.
      </PageHeading>
      {project && <Settings key={project.id} project={project} />}
    </>
  )
}

function Settings({ project }: { project: CurrentProject }) {
  const query = useQuery(messageSettingsQuery(project.id))
  const role = useRole()
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the message settings" />
  if (!query.data || !role) return <ListSkeleton label="Loading the message settings" />
  const reason = whyNot(role, 'changeOutreach')
  const part = { projectId: project.id, settings: query.data, locked: reason !== null }
  return (
    <>
      {reason !== null && <Locked>{reason}</Locked>}
      <StopSwitch {...part} />
      <Mode {...part} role={role} />
      <Limits {...part} timeZone={project.timeZone} />
    </>
  )
}
