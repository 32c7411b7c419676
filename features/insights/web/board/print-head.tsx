import { placeName } from '#engine/places/places.ts'
import { type Day, dayText, rangeText } from '#platform/ui/charts/days.ts'
import { comparisonNames } from '../labels.ts'
import type { Scope } from '../queries.ts'

/** The head of a printed board: what it shows, of which days, and when it was printed. */
export function PrintHead({
  project,
  board,
  scope,
  today,
}: {
  project: string
  board: string
  scope: Scope
  today: Day
}) {
  const { range, compare, communities } = scope
  return (
    <header className="mb-6 hidden border-line border-b pb-4 print:block">
      <p className="font-semibold text-2xl">
        {project}: {board}
      </p>
      <p className="mt-1 text-muted">
        {rangeText(range)}
        {compare !== 'none' && `, compared with the ${comparisonNames[compare].toLowerCase()}`}
        {communities.length > 0 && `, in ${communities.map((name) => placeName(name)).join(', ')}`}
      </p>
      <p className="text-muted text-sm">Report by Earshot, {dayText(today)}</p>
    </header>
  )
}
