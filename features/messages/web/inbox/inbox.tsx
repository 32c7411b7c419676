import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { InboxScreen } from './inbox-screen.tsx'

/** Loaded once it is shown. */
const Campaigns = lazy(async () => ({
  default: (await loadPart(() => import('../campaigns/campaigns.tsx'))).Campaigns,
}))

/** The conversations of the current project on Reddit, or its campaigns. */
export function Inbox() {
  const project = useProject()
  const role = useRole()
  const [params] = useSearchParams()
  const mayRead = !(role && whyNot(role, 'readOutreach'))
  if (project && mayRead && (params.get('view') === 'campaigns' || params.has('campaign'))) {
    return (
      <Suspense fallback={<ListSkeleton label="Loading conversations" />}>
        <Campaigns key={project.id} project={project} />
      </Suspense>
    )
  }
  return <InboxScreen channel="reddit" />
}
