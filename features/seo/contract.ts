import { z } from 'zod'
import { queriesMost } from '#engine/seo/queries.ts'
import { Opportunity } from '#features/leads/contract.ts'
import { type Endpoint, envelope, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

/**
 * What a receipt shows, and nothing else: the thread was at a position of an engine's results, an AI answer cited it, or
 * it is a stored post that may rank.
 */
export const receiptKinds = ['ranking', 'cited', 'estimated'] as const
export const commentStates = ['open', 'locked', 'archived'] as const
export const seoSources = ['search', 'estimate'] as const

/** One answer of an engine or model that has the thread. */
const SeoReceipt = z.object({
  kind: z.enum(receiptKinds),
  /** The search engine or model; empty for the stored posts. */
  engine: z.string(),
  /** What it was asked. */
  query: z.string(),
  /** As the engine gave it, for rankings only. */
  position: z.number().int().nullable(),
  url: z.string(),
  /** The title of the result; empty if it had none, or once the thread is gone from Reddit. */
  title: z.string(),
  askedAt: instant,
  /** Whether it is from the current update. */
  isCurrent: z.boolean(),
})
export type SeoReceipt = z.infer<typeof SeoReceipt>

const Names = z.object({ brand: z.array(z.string()), competitors: z.array(z.string()) })

/** A thread with its receipts, the best first. */
export const SeoThread = z.object({
  id: z.uuid(),
  subreddit: z.string(),
  permalink: z.string(),
  title: z.string(),
  receipts: z.array(SeoReceipt),
  /** Whether the thread accepts comments; null if that is unknown. */
  comments: z.enum(commentStates).nullable(),
  /** The newest comment; null if there is none or that is unknown. */
  lastAnswerAt: instant.nullable(),
  /** Which names of the project and its competitors are in the thread, or only in its post; null if it wasn't read. */
  named: z.object({ in: z.enum(['thread', 'post']), names: Names }).nullable(),
  /** When Reddit was asked about the thread. */
  factsAt: instant.nullable(),
  /** Whether the thread is gone from Reddit. */
  isGone: z.boolean(),
  /** The project's lead of this thread. */
  lead: z.uuid().nullable(),
})
export type SeoThread = z.infer<typeof SeoThread>

/** A question of the current update. */
const SeoQuestion = z.object({
  kind: z.enum(receiptKinds),
  engine: z.string(),
  text: z.string(),
  askedAt: instant.nullable(),
  /** Why there is no answer; while another attempt is due, of the last one. */
  fault: z.string().nullable(),
  isOpen: z.boolean(),
  found: z.number().int(),
})
export type SeoQuestion = z.infer<typeof SeoQuestion>

/** What search engines are asked in the next update: what the project chose, or what its watchlist suggests. */
const SeoQueries = z.object({ texts: z.array(z.string()), isOwn: z.boolean() })
export type SeoQueries = z.infer<typeof SeoQueries>

/** Results of `site:` have a position among those of one site only. */
const plainQuery = text(100).refine((query) => !/\bsite:/i.test(query), 'must not have site:')
const SeoQueriesPut = z.strictObject({ queries: z.array(plainQuery).min(1).max(queriesMost).nullable() })
export type SeoQueriesPut = z.output<typeof SeoQueriesPut>

/** The SEO opportunities of a project. */
export const SeoReport = z.object({
  /** Null until the first update. */
  source: z.enum(seoSources).nullable(),
  startedAt: instant.nullable(),
  /** Null while an update is working. */
  finishedAt: instant.nullable(),
  /** Null until the first update is planned. */
  nextAt: instant.nullable(),
  /** How many threads the plan holds until then. */
  held: z.number().int(),
  queries: SeoQueries,
  threads: z.array(SeoThread),
  questions: z.array(SeoQuestion),
})
export type SeoReport = z.infer<typeof SeoReport>

/** A lead whose thread ranks or is cited. */
const SeoLead = z.object({ lead: z.uuid(), receipts: z.array(SeoReceipt) })
export type SeoLead = z.infer<typeof SeoLead>

const readable = { method: 'GET', access: 'signedIn', right: 'readLeads' } as const

export const seoEndpoints = {
  seoFind: { ...readable, path: '/projects/:id/seo', answer: one(SeoReport) },
  seoLeadsFind: { ...readable, path: '/projects/:id/seo-leads', answer: one(z.array(SeoLead)) },
  /** Replaces the queries from the next update on; null is those that the watchlist suggests. */
  seoQueriesPut: {
    method: 'PUT',
    path: '/projects/:id/seo-queries',
    access: 'signedIn',
    right: 'changeWatchlist',
    body: envelope(SeoQueriesPut),
    answer: one(SeoQueries),
  },
  /** Adds a thread to the saved leads. Repeating it changes nothing. May ask Reddit, so no token can call it. */
  seoLeadPut: {
    method: 'PUT',
    path: '/projects/:id/seo-lead',
    access: 'inPerson',
    right: 'decide',
    body: envelope(z.strictObject({ thread: z.uuid() })),
    answer: one(Opportunity),
  },
} as const satisfies Record<string, Endpoint>
