import { Skeleton } from '#platform/ui/skeleton.tsx'
import { useIsWide } from '#platform/web/page/wide.ts'

/** The placeholder for a lead while it is fetched. */
export function DetailSkeleton() {
  return (
    <div aria-hidden="true" className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-6 sm:px-8">
      <Skeleton className="h-4 w-52" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-56 w-full rounded-xl" />
      <div className="flex flex-col gap-3">
        {['w-full', 'w-11/12', 'w-4/5', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}

/** The place of the open lead, beside the list or over it, until its code is loaded. */
export function PanelSkeleton() {
  if (useIsWide()) {
    return (
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="min-h-14 shrink-0 border-line border-b" />
        <DetailSkeleton />
      </div>
    )
  }
  return (
    <div role="dialog" aria-label="Lead" aria-busy data-open="" data-sheet="" className="fixed inset-0 z-40 bg-canvas">
      <div className="h-12 border-line border-b" />
      <DetailSkeleton />
    </div>
  )
}
