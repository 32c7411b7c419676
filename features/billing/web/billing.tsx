import { useQuery } from '@tanstack/react-query'
import type { CurrentAccess } from '#platform/contract/session.ts'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { accessQuery } from '#platform/web/session/access.ts'
import { useProject } from '#platform/web/session/project.ts'

/** Whether the project may be used, and why. Projects without access are redirected here (SPEC 5, DECISIONS 3). */
export function Billing() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Billing">{project && `Plan and access for ${project.name}.`}</PageHeading>
      {project && <Access key={project.id} projectId={project.id} />}
    </>
  )
}

function Access({ projectId }: { projectId: string }) {
  const query = useQuery(accessQuery(projectId))
  if (query.data) return <p className="text-lg">{accessText(query.data)}</p>
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the subscription" />
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-6 w-64" />
    </div>
  )
}

const grounds: Record<NonNullable<CurrentAccess['by']>, string> = {
  billingOff: 'All features are included at no charge.',
  internalAdmin: 'You have access as an internal admin.',
  subscription: 'Your subscription is active.',
  pass: 'Your 3-Day Pass is active.',
}

/** As worded in SPEC 4. */
const reasons: Record<NonNullable<CurrentAccess['reason']>, string> = {
  noSubscription: 'No active subscription.',
  canceled: 'Your subscription has been canceled.',
  paused: 'Your subscription is paused.',
  passOver: 'Your pass has ended. No active subscription.',
}

function accessText({ by, reason }: CurrentAccess): string {
  if (by) return grounds[by]
  return reason ? reasons[reason] : reasons.noSubscription
}
