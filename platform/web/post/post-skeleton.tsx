import { Skeleton } from '../../ui/skeleton.tsx'

/** The placeholder for an open post while it is fetched. `card`: the height of what is shown above its text. */
export function PostSkeleton({ card }: { card: 'h-20' | 'h-56' }) {
  return (
    <div aria-hidden="true" className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-6 sm:px-8">
      <Skeleton className="h-4 w-52" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className={`${card} w-full rounded-xl`} />
      <div className="flex flex-col gap-3">
        {['w-full', 'w-11/12', 'w-4/5', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}
