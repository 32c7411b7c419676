import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { QuoteKind } from '#engine/insights/quote-kinds.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { clientFor } from '#platform/web/api/client.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { InsightQuotes, insightQuotesEndpoints } from '../../contract-quotes.ts'
import { metricDetails } from '../labels.ts'
import { QuotesList } from './quotes-list.tsx'

const call = clientFor<typeof insightQuotesEndpoints>()

/** How old shown quotes may be. */
const staleMs = 5 * 60_000

export interface QuotesTileProps {
  projectId: string
  kind: QuoteKind
  /** The first and last day, in the project's time zone. */
  from: string
  to: string
  subreddits: readonly string[]
  title: string
  /** Behind the title: the menu. */
  controls?: ReactNode
}

/** What the authors of leads say, as a tile of a board. */
export function QuotesTile({ projectId, kind, from, to, subreddits, title, controls }: QuotesTileProps) {
  const query = { kind, from, to, subreddits: [...subreddits] }
  const quotes = useQuery({
    queryKey: ['insight-quotes', projectId, query],
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<InsightQuotes> =>
      (await call('insightQuotes', { id: projectId, query, signal })).data,
  })
  return (
    <QuotesFrame kind={kind} title={title} controls={controls} isBusy={quotes.isPlaceholderData}>
      {quotes.data ? (
        <QuotesList kind={kind} quotes={quotes.data} />
      ) : hasFailed(quotes) ? (
        <FetchFailure query={quotes} title="Couldn't load the quotes" />
      ) : (
        <QuotesSkeleton />
      )}
    </QuotesFrame>
  )
}

interface QuotesFrameProps {
  kind: QuoteKind
  title: string
  controls?: ReactNode
  isBusy?: boolean
  children: ReactNode
}

/** The tile around a list of quotes, wherever it comes from. */
export function QuotesFrame({ kind, title, controls, isBusy = false, children }: QuotesFrameProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      aria-busy={isBusy || undefined}
      className="flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-raised p-4"
    >
      <header className="flex items-start justify-between gap-x-3">
        <div className="min-w-0 flex-1">
          <h3 id={heading} className="wrap-anywhere font-semibold">
            {title}
          </h3>
          <p className="text-muted text-sm">{metricDetails[kind]}</p>
        </div>
        {controls}
      </header>
      {children}
    </section>
  )
}

function QuotesSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      {[80, 64, 72].map((width) => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-2 w-full" />
          <div style={{ width: `${width}%` }}>
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
