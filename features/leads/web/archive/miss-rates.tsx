import type { Audit, AuditKind } from '../../contract.ts'
import { missRateText, reviewedText } from './labels.ts'

const texts: Record<AuditKind, { title: string; hint: string }> = {
  candidate: {
    title: 'Missed by the score',
    hint: 'A fixed 2% of the posts that match your watchlist but score too low for a lead.',
  },
  other: {
    title: 'Missed by the watchlist',
    hint: 'A fixed 2% of the imported posts that match none of your keywords, competitors, or phrases.',
  },
}

/** The share of leads among the reviewed posts of each sample. */
export function MissRates({ audit: { dropped, missRates } }: { audit: Audit }) {
  const hasOthers = missRates.other.reviewed > 0 || dropped.some(({ kind }) => kind === 'other')
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid gap-3 sm:grid-cols-2">
        <Figure kind="candidate" missRates={missRates} />
        {hasOthers && <Figure kind="other" missRates={missRates} />}
      </dl>
      {!hasOthers && (
        <p className="text-pretty text-muted text-sm">
          Posts that match nothing in your watchlist are kept only by imports. Import an archive to review some of them.
        </p>
      )}
    </div>
  )
}

function Figure({ kind, missRates }: { kind: AuditKind } & Pick<Audit, 'missRates'>) {
  const measured = missRateText(missRates[kind])
  return (
    <div className="rounded-xl border border-line bg-sunken p-4">
      <dt className="font-medium text-sm">{texts[kind].title}</dt>
      <dd className="mt-1">
        <span className="tabular font-semibold text-2xl">{measured?.rate ?? '–'}</span>
        {measured && <span className="tabular pl-2 text-muted">{measured.interval}</span>}
      </dd>
      <dd className="tabular mt-1 text-sm">{reviewedText(missRates[kind])}</dd>
      <dd className="mt-2 text-pretty text-muted text-sm">{texts[kind].hint}</dd>
    </div>
  )
}
