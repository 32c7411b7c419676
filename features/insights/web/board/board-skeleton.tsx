import { TileSkeleton } from '../tile/tile-view.tsx'

/** A board that is loading. */
export function BoardSkeleton() {
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-2">
      {['charts', 'more charts'].map((title) => (
        <div key={title} className="rounded-xl border border-line bg-raised p-4">
          <TileSkeleton title={title} />
        </div>
      ))}
    </div>
  )
}
