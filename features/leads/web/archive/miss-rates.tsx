import type { Audit, AuditKind } from '../../contract.ts'
import { missRateText, reviewedText } from './labels.ts'

const texts: Record<AuditKind, { title: string; hint: string }> = {
  candidate: {
    title: 'Missed by the score',
    hint: 'A fixed 2 % of the posts that match your watchlist but score too low for a lead.',
  },
  other: {
    title: 'Missed by the watchlist',
    hint: 'A fixed 2 % of the imported posts that match none of your keywords, competitors, or phrases.',
  },
}

/** How many of the reviewed posts were leads, for each sample that has any. */
export function MissRates({ missRates }: Pick<Audit, 'missRates'>) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {(['candidate', 'other'] as const).map((kind) => {
        const measured = missRateText(missRates[kind])
        return (
          <div key={kind} className="rounded-xl border border-line bg-sunken p-4">
            <dt className="font-medium text-sm">{texts[kind].title}</dt>
            <dd className="mt-1">
              <span className="tabular font-semibold text-2xl">{measured?.rate ?? '–'}</span>
              {measured && <span className="tabular pl-2 text-muted">{measured.interval}</span>}
            </dd>
            <dd className="tabular mt-1 text-sm">{reviewedText(missRates[kind])}</dd>
            <dd className="mt-2 text-pretty text-muted text-sm">{texts[kind].hint}</dd>
          </div>
        )
      })}
    </dl>
  )
}
