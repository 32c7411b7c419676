import { z } from 'zod'
import { Brand } from '#features/agencies/contract.ts'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'
import { sound } from '#platform/contract/texts.ts'
import { Tile } from './contract-boards.ts'
import { InsightQuotes } from './contract-quotes.ts'
import { InsightSeries } from './contract-series.ts'

/** What a link shows. */
export const SharedInsights = z.object({
  name: z.string(),
  project: z.object({ name: z.string(), timeZone: z.string() }),
  /** The look of the agency that made it; null for other projects. */
  brand: Brand.nullable(),
  tiles: z.array(Tile),
  /** The days shown, in the project's time zone; both are included. */
  from: z.iso.date(),
  to: z.iso.date(),
  expiresAt: instant,
})
export type SharedInsights = z.infer<typeof SharedInsights>

/** The secret of a link. A wrong one gets the same answer as one that expired or was revoked: 404. */
const token = sound.max(100).default('')

export const sharedInsightsEndpoints = {
  sharedInsightsFind: {
    method: 'GET',
    path: '/shared-insights',
    access: 'anyone',
    query: z.strictObject({ token }),
    answer: one(SharedInsights),
  },
  /** The numbers of one chart of a link, by the ID of the chart. */
  sharedSeriesFind: {
    method: 'GET',
    path: '/shared-insights/:id/series',
    access: 'anyone',
    query: z.strictObject({ token }),
    answer: one(InsightSeries),
  },
  /** What the authors of leads say, for one chart of a link that shows quotes. */
  sharedQuotesFind: {
    method: 'GET',
    path: '/shared-insights/:id/quotes',
    access: 'anyone',
    query: z.strictObject({ token }),
    answer: one(InsightQuotes),
  },
} as const satisfies Record<string, Endpoint>
