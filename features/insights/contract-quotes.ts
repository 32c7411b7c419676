import { z } from 'zod'
import { quoteKinds } from '#engine/insights/quote-kinds.ts'
import { placeForm } from '#engine/places/places.ts'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'

/** The most leads that are read; if there are more, the newest. */
export const leadsReadMost = 1000

/** A day that anything may have been posted on. */
const day = z.iso.date().refine((text) => text >= '2000-01-01' && text < '2200-01-01', 'must be between 2000 and 2199')

/** What to quote, from leads of these days of the project's time zone; both days are included. */
export const InsightQuotesQuery = z
  .strictObject({
    kind: z.enum(quoteKinds).default('pains'),
    /** By default the 30 days until `to`, which is today by default. */
    from: day.optional(),
    to: day.optional(),
    /** Without `r/`, in any case; empty: all. */
    subreddits: z.array(z.string().regex(placeForm)).max(50).default([]),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'from must not be after to' })
export type InsightQuotesQuery = z.output<typeof InsightQuotesQuery>

/** A sentence of a lead; `marks` are UTF-16 offsets into `text`, end exclusive. */
const InsightQuote = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  /** The lead. */
  opportunity: z.uuid(),
  subreddit: z.string(),
  postedAt: z.iso.datetime().nullable(),
  permalink: z.string(),
})

/** What authors say. An author counts once in a topic. */
const InsightTopic = z.object({
  topic: z.string(),
  /** Whether the topic is made of words that several authors share. Otherwise it is a rough one, such as `Hard to do`. */
  shared: z.boolean(),
  leads: z.number().int(),
  authors: z.number().int(),
  quotes: z.array(InsightQuote),
})
export type InsightTopic = z.infer<typeof InsightTopic>

/** What the authors of leads say. Rejected leads and duplicates aren't read, and neither are deleted posts. */
export const InsightQuotes = z.object({
  /** Shared topics first, and in each group those with most authors. Own words are the most telling ones. */
  topics: z.array(InsightTopic),
  leadsRead: z.number().int(),
  /** Whether there are more leads, which are older. */
  capped: z.boolean(),
  /** How many of the leads are in other languages than English, which isn't quoted. */
  otherLanguages: z.number().int(),
})
export type InsightQuotes = z.infer<typeof InsightQuotes>

export const insightQuotesEndpoints = {
  insightQuotes: {
    method: 'GET',
    path: '/projects/:id/insight-quotes',
    access: 'signedIn',
    right: 'readReports',
    query: InsightQuotesQuery,
    answer: one(InsightQuotes),
  },
} as const satisfies Record<string, Endpoint>
