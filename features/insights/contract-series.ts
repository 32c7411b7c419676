import { z } from 'zod'
import { canGroup, groupings, metrics } from '#engine/insights/metrics.ts'
import { placeForm } from '#engine/places/places.ts'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'

const day = z.iso.date()
/** A day that anything may have been posted on. */
const countedDay = day.refine((text) => text >= '2000-01-01' && text < '2200-01-01', 'must be between 2000 and 2199')

/** The most groups in an answer, and the most series. The largest come first; the others are counted in `leftOut`. */
export const groupsMax = 750
export const seriesMax = 12

/** Before: the period of the same length that ends the day before. Year: the same days of the year before. */
export const comparisons = ['none', 'before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** What a chart shows, in days of the project's time zone; both days are included. */
export const InsightSeriesQuery = z
  .strictObject({
    metric: z.enum(metrics).default('leads'),
    groupBy: z.enum(groupings).default('day'),
    breakdown: z.enum(groupings).nullable().default(null),
    /** By default the 30 days until `to`, which is today by default. */
    from: countedDay.optional(),
    to: countedDay.optional(),
    compare: z.enum(comparisons).default('none'),
    /** Without `r/`, in any case; empty: all. */
    subreddits: z.array(z.string().regex(placeForm)).max(50).default([]),
  })
  .refine(({ metric, groupBy, breakdown }) => canGroup(metric, groupBy, breakdown), {
    path: ['groupBy'],
    message: 'This metric cannot be grouped like this',
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'from must not be after to' })
export type InsightSeriesQuery = z.output<typeof InsightSeriesQuery>

const value = z.number().nullable()
/**
 * `all` without a breakdown. The key is stable: the first day of a period, a community in lower case, the text of a
 * keyword or competitor, the ID of a name that is mentioned, or a word from engine/.
 */
const Series = z.object({
  key: z.string(),
  label: z.string(),
  /** One for each group; null where there is nothing to measure. */
  values: z.array(value),
  total: value,
})
export type InsightSeriesRow = z.infer<typeof Series>

/**
 * A period with its values. Groups of times are complete and in order; others are sorted by how many there are, most
 * first. The total is that of the whole period, however it is grouped: a lead with two keywords counts once. The total
 * of shares of voice is the brand's, and that of the funnel is where it begins.
 */
const Counted = z.object({ from: day, to: day, series: z.array(Series), total: value })

/** The numbers of a chart. */
export const InsightSeries = Counted.extend({
  unit: z.enum(['count', 'percent', 'seconds']),
  groups: z.array(z.object({ key: z.string(), label: z.string() })),
  /** Values of the comparison in the order of `groups`, by position for times and by key for others. */
  before: Counted.nullable(),
  /** Groups beyond `groupsMax` and series beyond `seriesMax`. */
  leftOut: z.number().int(),
  /** All changes until then are counted. */
  countedAt: z.iso.datetime(),
})
export type InsightSeries = z.infer<typeof InsightSeries>

export const insightSeriesEndpoints = {
  insightSeries: {
    method: 'GET',
    path: '/projects/:id/insight-series',
    access: 'signedIn',
    right: 'readReports',
    query: InsightSeriesQuery,
    answer: one(InsightSeries),
  },
} as const satisfies Record<string, Endpoint>
