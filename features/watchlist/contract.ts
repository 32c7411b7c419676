import { z } from 'zod'
import { Project, projectsResource, SampleHit } from '#features/projects/contract.ts'
import { competitorName, query, subreddit } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, one, relation } from '#platform/contract/endpoint.ts'
import { resource } from '#platform/contract/resource.ts'
import { instant, row } from '#platform/contract/row.ts'
import { website } from '#platform/contract/texts.ts'

const keywordKinds = ['brand', 'competitor', 'problem'] as const
export const watchlistStatuses = ['active', 'paused'] as const

/** A retired competitor is kept for what was said about it, and no longer listened for. */
const competitorStatuses = [...watchlistStatuses, 'retired'] as const
const pausers = ['user', 'quota'] as const

/**
 * A project's watchlist. Those of kind competitor are the names of its competitors: read-only, and not counted
 * (DECISIONS 15). A keyword counts where its limits let it, as if its query said so.
 */
export const Keyword = z.object({
  ...row,
  kind: z.enum(keywordKinds),
  query: z.string(),
  status: z.enum(watchlistStatuses),
  /** Null while it is active. */
  pausedBy: z.enum(pausers).nullable(),
  /** In these communities alone, where there are any; and in none of those. */
  subredditsIn: z.array(z.string()),
  subredditsOut: z.array(z.string()),
  /** In texts of this language alone (ISO 639-1); of those too short to tell, in none. */
  language: z.string().nullable(),
  /** In items with so many votes; where they are unknown, in none. */
  minScore: z.number().int().nullable(),
  /** Of the last days (contract/keyword-health), of the newest finds where there are very many. */
  hitsPerDay: z.number(),
  /** Of its finds, those that became leads: 0 to 1. Null where there are none. */
  leadShare: z.number().nullable(),
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
  /** Found as its name is. */
  aliases: z.array(z.string()),
  domains: z.array(z.string()),
  /** Its own community: what is posted there is about it. */
  subreddit: z.string().nullable(),
  /** What tells that something else of that name is meant. */
  excludeWords: z.array(z.string()),
  project: Project.optional(),
})
export type Competitor = z.infer<typeof Competitor>

/** Days that are looked back on. */
export const healthDays = 30
const count = z.number().int()
const phraseName = { kind: z.enum(['keyword', 'competitor']), phrase: z.string() }

/** A word that would have hidden so many decided leads. */
export const Exclusion = z.object({ word: z.string(), rejected: count, accepted: count })
export type Exclusion = z.infer<typeof Exclusion>

/** How one keyword or competitor has done; those that found nothing are not told of. */
export const PhraseHealth = z.object({
  ...phraseName,
  /** Items in which it was found, a day each, today last. */
  days: z.array(count),
  hits: count,
  perDay: z.number(),
  leads: count,
  /** Of the leads those that were replied to or saved, and those that were rejected. */
  accepted: count,
  rejected: count,
  /** Items that no other keyword or competitor finds. */
  alone: count,
  /** Another one that finds all that this finds. */
  within: z.object({ ...phraseName, hits: count }).nullable(),
  exclusions: z.array(Exclusion),
})
export type PhraseHealth = z.infer<typeof PhraseHealth>

/** A suggestion for the watchlist, with the accepted and rejected leads in which it stands. */
export const Proposal = z.object({ text: z.string(), accepted: count, rejected: count })
export type Proposal = z.infer<typeof Proposal>

export const KeywordHealth = z.object({
  /** Since when finds are counted; later than `healthDays` ago where there are very many, or none before. */
  since: z.iso.datetime().nullable(),
  /** Leads that were decided on, out of which exclusions and proposals are made. */
  decided: count,
  phrases: z.array(PhraseHealth),
  proposals: z.object({
    keywords: z.array(Proposal),
    competitors: z.array(Proposal),
    communities: z.array(Proposal),
  }),
})
export type KeywordHealth = z.infer<typeof KeywordHealth>

/** What a keyword would find of what arrived lately, estimated from a sample where that is much. */
export const KeywordPreview = z.object({
  /** Posts that were looked through, and how many there are of those that a project may see. */
  read: count,
  total: count,
  /** A day each, today (UTC) last: what it would find, and how many posts of that day were looked through. */
  days: z.array(z.object({ day: z.iso.date(), hits: z.number(), read: count })),
  /** Days of these that were looked through, and what it would find in one of them. */
  covered: count,
  perDay: z.number(),
  /** Found among older posts, which came with imports. */
  older: count,
  /** Of all found in the sample those that were judged, and of these the leads. */
  found: count,
  judged: count,
  leads: count,
  /** Found by nothing else that is listened for; and by what else, the most first. */
  alone: count,
  overlap: z.array(z.object({ kind: z.enum(['keyword', 'competitor']), phrase: z.string(), hits: count })),
  /** Where it was found, the most first. */
  subreddits: z.array(z.object({ name: z.string(), hits: count })),
  /** The best few, leads first. */
  samples: z.array(SampleHit),
})
export type KeywordPreview = z.infer<typeof KeywordPreview>

const subreddits = z.array(subreddit).max(50)

const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'language must be a code such as en or de')
  .nullable()

const minScore = z.number().int().min(0).max(1_000_000).nullable()

const KeywordCreate = z.strictObject({
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

/** A domain, without what stands before and behind it in an address. */
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

const CompetitorCreate = z.strictObject({
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
  sort: ['query', 'kind', 'status'],
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

/** Rows that one call may touch. */
const editsMost = 500
const ids = z.array(z.uuid()).max(editsMost)

/** Refused as a whole, or added and kept waiting (pausedBy quota), where the plan has no room for it. */
const overQuota = z.enum(['refuse', 'pause']).default('refuse')

const editsOf = <Create extends z.ZodType, Update extends z.ZodType>(create: Create, update: Update) =>
  z.strictObject({
    remove: ids.default([]),
    change: z.strictObject({ ids, values: update }).optional(),
    add: z.array(create).max(editsMost).default([]),
    overQuota,
  })

/** Done in this order, all of it or nothing. */
export const KeywordEdits = editsOf(KeywordCreate.omit({ project: true }), KeywordUpdate.omit({ query: true }))
export type KeywordEdits = z.input<typeof KeywordEdits>

export const CompetitorEdits = editsOf(CompetitorCreate.omit({ project: true }), CompetitorUpdate)
export type CompetitorEdits = z.input<typeof CompetitorEdits>

/** What was done. `known` are rows to be added that were there already, in whatever case. */
export const ListeningEdited = z.object({
  removed: count,
  changed: count,
  added: count,
  known: count,
  /** Active ones for which the plan has no room, which wait for it. */
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
  /** The keyword that it is to take the place of. */
  insteadOf: z.uuid().nullable().default(null),
})
export type KeywordPreviewCreate = z.input<typeof KeywordPreviewCreate>

/** Answered by features/matching, which looks through what has arrived. */
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
