import { Skeleton } from '#platform/ui/skeleton.tsx'

/** The placeholder for a mention while it is fetched. */
export function DetailSkeleton() {
  return (
    <div aria-hidden="true" className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-6 sm:px-8">
      <Skeleton className="h-4 w-52" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-20 w-full rounded-xl" />
      <div className="flex flex-col gap-3">
        {['w-full', 'w-11/12', 'w-4/5', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}
