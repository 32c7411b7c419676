import { lazy, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { loadOptional } from '#platform/ui/parts.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { PreviewCreate } from '../../contract.ts'
import { EntriesField } from './fields.tsx'
import { type Hits, usePreview } from './use-preview.ts'
import type { SetupForm } from './use-setup-form.ts'

/** Loaded with this step, together with code that the leads page needs too. */
const Preview = lazy(() => loadOptional(async () => (await import('./preview.tsx')).Preview))

/** What to listen for, with what it would find beside it. */
export function WatchlistStep({ form }: { form: SetupForm }) {
  const [typed, summary, audience, pains, keywords, competitors, proposals] = useWatch({
    control: form.control,
    name: ['website', 'summary', 'audience', 'pains', 'keywords', 'competitors', 'proposals'],
  })
  const proposed = {
    keywords: proposals.keywords.filter((each) => !keywords.includes(each)),
    competitors: proposals.competitors.filter((each) => !competitors.includes(each)),
  }
  const website = PreviewCreate.shape.website.safeParse(typed).data ?? null
  const preview = usePreview({ website, summary, audience, pains, keywords, competitors, proposed })
  const read = preview.data?.read ?? 0
  const hitsHint = read === 0 ? '' : ` The numbers are hits in ${read.toLocaleString('en')} stored posts.`
  const hits: Hits = preview.hits
  return (
    <div data-wide className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="flex flex-col gap-6">
        <EntriesField
          form={form}
          name="keywords"
          noun="keyword"
          label="Keywords"
          hint={`Words people use to describe the problem, such as “lost receipts”. Press Enter after each.${hitsHint}`}
          maxLength={500}
          proposed={proposed.keywords}
          hits={hits.keyword}
        />
        <EntriesField
          form={form}
          name="competitors"
          noun="competitor"
          label="Competitors"
          hint="People comparing or leaving a competitor are often the best leads."
          maxLength={100}
          proposed={proposed.competitors}
          hits={hits.competitor}
        />
      </div>
      <Suspense fallback={<Skeleton className="h-28 w-full rounded-xl" />}>
        <Preview query={preview.query} />
      </Suspense>
    </div>
  )
}
