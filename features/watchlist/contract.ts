import { z } from 'zod'
import { Project, projectsResource, SampleHit } from '#features/projects/contract.ts'
import { competitorName, query, subreddit } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, one, relation } from '#platform/contract/endpoint.ts'
import { resource } from '#platform/contract/resource.ts'
import { instant, row } from '#platform/contract/row.ts'
import { website } from '#platform/contract/texts.ts'

const keywordKinds = ['brand', 'competitor', 'problem'] as const
export const watchlistStatuses = ['active', 'paused'] as const

/** A retired competitor keeps its mentions but is no longer tracked. */
const competitorStatuses = [...watchlistStatuses, 'retired'] as const
const pausers = ['user', 'quota'] as const

/** How posts came: from a source as they were published, or from an archive. */
const origin = z.enum(['live', 'imported'])
export type Origin = z.infer<typeof origin>

/**
 * A keyword of a project's watchlist. Those of kind `competitor` are the competitors' names: read-only and not counted
 * toward the quota (DECISIONS 15). Its limits apply as if they were part of the query.
 */
export const Keyword = z.object({
  ...row,
  kind: z.enum(keywordKinds),
  query: z.string(),
  status: z.enum(watchlistStatuses),
  /** Null while the keyword is active. */
  pausedBy: z.enum(pausers).nullable(),
  /** If not empty, matches only in these communities; `subredditsOut` excludes communities. */
  subredditsIn: z.array(z.string()),
  subredditsOut: z.array(z.string()),
  /** Matches only texts in this language (ISO 639-1), not texts too short to detect it. */
  language: z.string().nullable(),
  /** Matches only items with at least this many votes, not items with unknown votes. */
  minScore: z.number().int().nullable(),
  /**
   * Average over the posts of the last `healthDays` days that arrived live, or, without any, over the dates of imported
   * posts. Null if there are too many imported matches to know the span.
   */
  hitsPerDay: z.number().nullable(),
  /** Which of the two; null without matches. */
  hitsFrom: origin.nullable(),
  /** The share of its matches that became leads, 0 to 1. Null without matches. */
  leadShare: z.number().nullable(),
  /** When the newest match was posted. */
  lastHitAt: instant.nullable(),
  project: Project.optional(),
})
export type Keyword = z.infer<typeof Keyword>

export const Competitor = z.object({
  ...row,
  name: z.string(),
  website: z.string().nullable(),
  status: z.enum(competitorStatuses),
  /** Null unless it is paused. */
  pausedBy: z.enum(pausers).nullable(),
  /** Matched like the name. */
  aliases: z.array(z.string()),
  domains: z.array(z.string()),
  /** The competitor's community: posts there count as mentions. */
  subreddit: z.string().nullable(),
  /** A post with any of these words means something else of the same name. */
  excludeWords: z.array(z.string()),
  project: Project.optional(),
})
export type Competitor = z.infer<typeof Competitor>

const count = z.number().int()
const phraseName = { kind: z.enum(['keyword', 'competitor']), phrase: z.string() }

/** A word whose exclusion would have hidden this many decided leads. */
export const Exclusion = z.object({ word: z.string(), rejected: count, accepted: count })
export type Exclusion = z.infer<typeof Exclusion>

/** The statistics of one keyword or competitor; without matches, it has none. */
export const PhraseHealth = z.object({
  ...phraseName,
  /** Matches of the last days by the day of the post, today last. */
  days: z.array(count),
  hits: count,
  /** Null if there are too many imported matches to know the span. */
  perDay: z.number().nullable(),
  leads: count,
  /** Of the leads: replied to or saved, and rejected. */
  accepted: count,
  rejected: count,
  /** Items that no other keyword or competitor matches, apart from keywords that are too common. */
  alone: count,
  /** Another keyword or competitor that matches everything that this one does. */
  within: z.object({ ...phraseName, hits: count }).nullable(),
  exclusions: z.array(Exclusion),
})
export type PhraseHealth = z.infer<typeof PhraseHealth>

/** A suggestion for the watchlist, with the number of accepted and rejected leads that contain it. */
export const Proposal = z.object({ text: z.string(), accepted: count, rejected: count })
export type Proposal = z.infer<typeof Proposal>

export const KeywordHealth = z.object({
  /**
   * The posts that the statistics are based on: those of the last `healthDays` days that arrived live or, without any,
   * imported ones of any date. Null without matches.
   */
  from: origin.nullable(),
  /** The span of these posts. */
  since: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  /** The number of decided leads, on which exclusions and proposals are based. */
  decided: count,
  phrases: z.array(PhraseHealth),
  /** Keywords whose words are in so many posts that they find no leads by themselves. */
  tooCommon: z.array(z.string()),
  proposals: z.object({
    keywords: z.array(Proposal),
    competitors: z.array(Proposal),
    communities: z.array(Proposal),
  }),
})
export type KeywordHealth = z.infer<typeof KeywordHealth>

/** Matches of a keyword among recent arrivals, estimated from a sample if there are many. */
export const KeywordPreview = z.object({
  /** Posts read, and all posts visible to the project. */
  read: count,
  total: count,
  /** Per day, today (UTC) last: estimated matches and posts read. */
  days: z.array(z.object({ day: z.iso.date(), hits: z.number(), read: count })),
  /** Days with posts read, and estimated matches per such day. */
  covered: count,
  perDay: z.number(),
  /** Matches in older posts, from imports. */
  older: count,
  /** Matches in the sample, those of them that were scored, and the leads among these. */
  found: count,
  judged: count,
  leads: count,
  /** Matches of no other entry; and the other entries that match the same posts, most matches first. */
  alone: count,
  overlap: z.array(z.object({ kind: z.enum(['keyword', 'competitor']), phrase: z.string(), hits: count })),
  /** Communities with matches, most first. */
  subreddits: z.array(z.object({ name: z.string(), hits: count })),
  /** Its words are in so many posts that it finds no leads by itself. */
  tooCommon: z.boolean(),
  /** The best matches, leads first. */
  samples: z.array(SampleHit),
})
export type KeywordPreview = z.infer<typeof KeywordPreview>

const subreddits = z.array(subreddit).max(50)

const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'language must be a code such as en or de')
  .nullable()

const minScore = z.number().int().min(0).max(1_000_000).nullable()

export const KeywordCreate = z.strictObject({
  project: relation,
  query,
  kind: z.enum(['brand', 'problem']).default('problem'),
  status: z.enum(watchlistStatuses).default('active'),
  subredditsIn: subreddits.default([]),
  subredditsOut: subreddits.default([]),
  language: language.default(null),
  minScore: minScore.default(null),
})

const KeywordUpdate = z.strictObject({
  query: query.optional(),
  kind: z.enum(['brand', 'problem']).optional(),
  status: z.enum(watchlistStatuses).optional(),
  subredditsIn: subreddits.optional(),
  subredditsOut: subreddits.optional(),
  language: language.optional(),
  minScore: minScore.optional(),
})

const aliases = z.array(competitorName).max(20)

/** A domain; strips the protocol, `www.` and the path. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((typed) =>
    typed
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/[/?#].*$/, ''),
  )
  .pipe(z.string().regex(/^[^\s/?#.@]+(\.[^\s/?#.@]+)+$/, 'must be a domain such as example.com'))

const domains = z.array(domain).max(20)
const excludeWords = z.array(competitorName).max(50)

export const CompetitorCreate = z.strictObject({
  project: relation,
  name: competitorName,
  website: website.nullable().default(null),
  status: z.enum(competitorStatuses).default('active'),
  aliases: aliases.default([]),
  domains: domains.default([]),
  subreddit: subreddit.nullable().default(null),
  excludeWords: excludeWords.default([]),
})

const CompetitorUpdate = z.strictObject({
  name: competitorName.optional(),
  website: website.nullable().optional(),
  status: z.enum(competitorStatuses).optional(),
  aliases: aliases.optional(),
  domains: domains.optional(),
  subreddit: subreddit.nullable().optional(),
  excludeWords: excludeWords.optional(),
})

export const keywordsContract = resource('keywords', {
  entity: Keyword,
  create: KeywordCreate,
  update: KeywordUpdate,
  rights: { write: 'changeWatchlist' },
  filters: { kind: 'text', query: 'text', status: 'text', pausedBy: 'text', language: 'text', minScore: 'number' },
  sort: ['query', 'kind', 'status', 'minScore'],
  relations: { project: projectsResource },
})

export const competitorsContract = resource('competitors', {
  entity: Competitor,
  create: CompetitorCreate,
  update: CompetitorUpdate,
  rights: { write: 'changeWatchlist' },
  filters: { name: 'text', website: 'text', status: 'text', subreddit: 'text' },
  sort: ['name', 'status'],
  relations: { project: projectsResource },
})

export const keywordHealthEndpoints = {
  keywordHealth: {
    method: 'GET',
    path: '/projects/:id/keyword-health',
    access: 'signedIn',
    answer: one(KeywordHealth),
  },
} as const satisfies Record<string, Endpoint>

/** The most rows per call. */
const editsMost = 500
const ids = z.array(z.uuid()).max(editsMost)

/** What to do beyond the plan's quota: refuse the whole call, or add entries as paused (pausedBy quota). */
const overQuota = z.enum(['refuse', 'pause']).default('refuse')

const editsOf = <Create extends z.ZodType, Update extends z.ZodType>(create: Create, update: Update) =>
  z.strictObject({
    remove: ids.default([]),
    change: z.strictObject({ ids, values: update }).optional(),
    add: z.array(create).max(editsMost).default([]),
    overQuota,
  })

/** Applied in this order, all or nothing. */
export const KeywordEdits = editsOf(KeywordCreate.omit({ project: true }), KeywordUpdate.omit({ query: true }))
export type KeywordEdits = z.input<typeof KeywordEdits>

export const CompetitorEdits = editsOf(CompetitorCreate.omit({ project: true }), CompetitorUpdate)
export type CompetitorEdits = z.input<typeof CompetitorEdits>

/** The result of bulk edits. `known` counts rows to add that already existed, ignoring case. */
export const ListeningEdited = z.object({
  removed: count,
  changed: count,
  added: count,
  known: count,
  /** Entries paused because the plan's quota is reached. */
  waiting: count,
})
export type ListeningEdited = z.infer<typeof ListeningEdited>

export const KeywordPreviewCreate = KeywordCreate.pick({
  query: true,
  subredditsIn: true,
  subredditsOut: true,
  language: true,
  minScore: true,
}).extend({
  /** The keyword that it would replace. */
  insteadOf: z.uuid().nullable().default(null),
})
export type KeywordPreviewCreate = z.input<typeof KeywordPreviewCreate>

/** Implemented by features/matching, which can read arrivals. */
export const keywordPreviewEndpoints = {
  keywordPreviewsCreate: {
    method: 'POST',
    path: '/projects/:id/keyword-previews',
    access: 'signedIn',
    body: envelope(KeywordPreviewCreate),
    answer: one(KeywordPreview),
  },
} as const satisfies Record<string, Endpoint>

export const watchlistEditEndpoints = {
  keywordEditsCreate: {
    method: 'POST',
    path: '/projects/:id/keyword-edits',
    access: 'signedIn',
    body: envelope(KeywordEdits),
    answer: one(ListeningEdited),
  },
  competitorEditsCreate: {
    method: 'POST',
    path: '/projects/:id/competitor-edits',
    access: 'signedIn',
    body: envelope(CompetitorEdits),
    answer: one(ListeningEdited),
  },
} as const satisfies Record<string, Endpoint>
