import { Skeleton } from '#platform/ui/skeleton.tsx'

/** The placeholder for the overview while it is loaded. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading overview" className="mx-auto flex max-w-4xl flex-col gap-4 p-4 sm:p-6">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-80 w-full rounded-xl" />
      <Skeleton className="h-56 w-full rounded-xl" />
    </div>
  )
}
