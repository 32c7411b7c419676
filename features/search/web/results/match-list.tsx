import { Skeleton } from '#platform/ui/skeleton.tsx'
import type { SearchState } from '../use-search.ts'
import { viewParams } from '../view.ts'
import { FoundRow } from './found-row.tsx'

/** The matches as rows, each a link to the match. */
export function MatchList({ search, now }: { search: SearchState; now: number }) {
  const { found, view, selectedId, choice, mayDecide } = search
  return (
    <ul aria-label="Matches">
      {found.map((match) => (
        <FoundRow
          key={match.id}
          match={match}
          href={`?${viewParams(view, match.id)}`}
          selected={match.id === selectedId}
          chosen={choice.isChosen(match.id)}
          onChoose={mayDecide ? choice.choose : null}
          now={now}
        />
      ))}
    </ul>
  )
}

export function ResultsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'].map((width) => (
        <div key={width} className="flex flex-col gap-2.5 border-line border-b px-4 py-4 sm:px-6">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}
