import { Skeleton } from '../skeleton.tsx'

/** What a list of cards shows until its rows have arrived. `label` says what loads. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-3/4', 'w-1/2'].map((width) => (
        <div key={width} className="flex flex-col gap-2.5 border-line border-b px-4 py-3.5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}
