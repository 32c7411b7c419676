import { placeName } from '#engine/places/places.ts'
import { type Day, dayText, rangeText } from '#platform/ui/charts/days.ts'
import { BrandBand, type BrandLook } from '#platform/web/page/brand-band.tsx'
import { comparisonNames } from '../labels.ts'
import type { Scope } from '../queries.ts'

/** The head of a printed board: what it shows, of which days, and when it was printed. */
export function PrintHead({
  project,
  board,
  scope,
  today,
  brand,
}: {
  project: string
  board: string
  scope: Scope
  today: Day
  /** The agency that the report is from; null: Earshot. */
  brand: BrandLook | null
}) {
  const { range, compare, communities } = scope
  return (
    <header className="mb-6 hidden border-line border-b pb-4 print:block">
      {brand && <BrandBand brand={brand} className="mb-4" />}
      <p className="font-semibold text-2xl">
        {project}: {board}
      </p>
      <p className="mt-1 text-muted">
        {rangeText(range)}
        {compare !== 'none' && `, compared with the ${comparisonNames[compare].toLowerCase()}`}
        {communities.length > 0 && `, in ${communities.map((name) => placeName(name)).join(', ')}`}
      </p>
      <p className="text-muted text-sm">
        Report by {brand?.name ?? 'Earshot'}, {dayText(today)}
      </p>
    </header>
  )
}
