import { z } from 'zod'
import { instant, row } from './entities/row.ts'
import { PlaceHealth, SourceHealth } from './entities/source-health.ts'
import { Realm, Source } from './sources.ts'

const projectStatuses = ['draft', 'processing', 'done', 'paid', 'archived'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** How much each component of a lead's score counts for one project: 1 is the shipped weight. */
export const ScoreWeights = z.strictObject({
  fit: z.number().min(0).max(2),
  intent: z.number().min(0).max(2),
  freshness: z.number().min(0).max(2),
  engagement: z.number().min(0).max(2),
})
export type ScoreWeights = z.infer<typeof ScoreWeights>

export const Project = z.object({
  ...row,
  name: z.string(),
  website: z.string().nullable(),
  summary: z.string(),
  timeZone: z.string(),
  /** Who needs the product, and what hurts them: words that leads are found by. */
  audience: z.array(z.string()),
  pains: z.array(z.string()),
  /** Codes of ISO 639-1; none: that of the summary, and English. */
  languages: z.array(z.string()),
  /** Where it listens: names in lower case, without `r/`. */
  communities: z.array(z.string()),
  scoreWeights: ScoreWeights,
  /** Where it is shown items from. */
  sources: z.array(Source),
  /** Whether it sees the sandbox, or what is real: one of the two. */
  realm: Realm,
  /** When it came to see what is real, as long as rows of the sandbox are kept; else null. */
  realSince: instant.nullable(),
  status: z.enum(projectStatuses),
  isAgencyProject: z.boolean(),
  /** The plan that an agency has chosen for this client's project (DECISIONS 17). */
  agencyPlan: z.string().nullable(),
  /** How far the look-back is, in items: of those that there were when it began; null where none is under way. */
  scanDone: z.number().int(),
  scanTotal: z.number().int().nullable(),
})
export type Project = z.infer<typeof Project>

export const memberRoles = ['owner', 'admin', 'member', 'client'] as const
export type MemberRole = (typeof memberRoles)[number]

/** A project that the signed-in user belongs to, and as what. */
export const Membership = z.object({ ...row, role: z.enum(memberRoles), project: Project.optional() })
export type Membership = z.infer<typeof Membership>

/** The signed-in user, as nobody else is shown them. */
export const User = z.object({
  ...row,
  username: z.string(),
  email: z.string(),
  provider: z.string(),
  confirmed: z.boolean(),
  blocked: z.boolean(),
  timeZone: z.string().nullable(),
  memberships: z.array(Membership).optional(),
})
export type User = z.infer<typeof User>

/** Where the signed-in user is signed in. */
export const Session = z.object({
  ...row,
  /** Browser and system, as far as they say so: `Firefox on Linux`. */
  device: z.string(),
  /** The network it began from, without what would tell one of its machines: `203.0.113.0/24`. Empty where unknown. */
  address: z.string(),
  lastUsedAt: instant,
  expiresAt: instant,
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** A user as the members of the same project see them (DECISIONS 13). */
export const Person = z.object({ id: z.uuid(), documentId: z.uuid(), email: z.string() })
export type Person = z.infer<typeof Person>

export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** A key of one project for programs, with the role of who made it as it is now, or less: `read` may only GET. */
export const ApiToken = z.object({
  ...row,
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Its last characters, to tell it by. */
  ending: z.string(),
  lastUsedAt: instant.nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type ApiToken = z.infer<typeof ApiToken>

const keywordKinds = ['brand', 'competitor', 'problem'] as const
export const listeningStatuses = ['active', 'paused'] as const
/** A retired competitor is kept for what was said about it, and no longer listened for. */
export const competitorStatuses = [...listeningStatuses, 'retired'] as const
const pausers = ['user', 'quota'] as const

/**
 * What a project listens for. Those of kind competitor are the names of its competitors: read-only, and not counted
 * (DECISIONS 15). A keyword counts where its limits let it, as if its query said so.
 */
export const Keyword = z.object({
  ...row,
  kind: z.enum(keywordKinds),
  query: z.string(),
  status: z.enum(listeningStatuses),
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

export const postKinds = ['post', 'comment'] as const
export type PostKind = (typeof postKinds)[number]

/**
 * What became of a post on Reddit. `reduced`: it came by a feed, and nobody could see it again in time, so that little
 * more than words of its title is kept. Of all that follow nothing is kept that its author wrote: they deleted it
 * (`deleted`) or their account (`authorless`), somebody removed it, or Reddit knows it no more.
 */
export const postStandings = ['there', 'reduced', 'deleted', 'removed', 'absent', 'authorless'] as const
export type PostStanding = (typeof postStandings)[number]

export const Post = z.object({
  ...row,
  outsideId: z.string(),
  kind: z.enum(postKinds),
  subreddit: z.string(),
  author: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  bodyTruncated: z.boolean(),
  url: z.string().nullable(),
  permalink: z.string(),
  flair: z.string().nullable(),
  score: z.number().int().nullable(),
  numComments: z.number().int().nullable(),
  postedAt: instant.nullable(),
  standing: z.enum(postStandings),
  /** When that was last seen on Reddit; null where it never was, as with imports. */
  checkedAt: instant.nullable(),
})
export type Post = z.infer<typeof Post>

export const fields = ['title', 'body', 'subreddit', 'flair'] as const

/** Words of a post that earned or cost points: UTF-16 offsets into that field, end exclusive. */
export const Span = z.object({
  field: z.enum(fields),
  start: z.number().int(),
  end: z.number().int(),
})
export type Span = z.infer<typeof Span>

/** One reason within a component: a sentence a person can check, its points, and the words behind it. */
export const Reason = z.object({
  text: z.string(),
  points: z.number(),
  spans: z.array(Span),
})
export type Reason = z.infer<typeof Reason>

/**
 * A named part of a score. `points` is what the stored score contains, after the project's weight. `feedback` is what
 * decisions about other leads say, `similarity` what an endpoint for embeddings does: only where they say something.
 */
export const Component = z.object({
  name: z.enum(['fit', 'intent', 'freshness', 'engagement', 'similarity', 'feedback']),
  points: z.number(),
  reasons: z.array(Reason),
})
export type Component = z.infer<typeof Component>
export type ComponentName = Component['name']

/** How sure we are: 3 wants such a product now, 2 has the problem it solves, 1 on topic, 0 unrelated. */
export const Label = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type Label = z.infer<typeof Label>

export const rejectionReasons = ['wrongPerson', 'notBuying', 'advertising', 'tooOld', 'hostileCommunity'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** What a person decided about a lead: who and when. */
export const Decision = z.object({ by: z.string(), at: instant })
export const Rejection = Decision.extend({ reason: z.enum(rejectionReasons) })
export type Decision = z.infer<typeof Decision>
export type Rejection = z.infer<typeof Rejection>

export const opportunityStates = ['new', 'replied', 'rejected'] as const
export type OpportunityState = (typeof opportunityStates)[number]

/** How many other leads a decision moved at once, of those that are seen first; the rest follow. */
export const Moved = z.object({ up: z.number().int(), down: z.number().int() })
export type Moved = z.infer<typeof Moved>

/** An excerpt around the matched words; `marks` are UTF-16 offsets into `text`, end exclusive. */
export const Snippet = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type Snippet = z.infer<typeof Snippet>

/** Another lead whose text is a copy of this one's: a crosspost, a repost, the next of a campaign. */
export const Sibling = z.object({
  id: z.uuid(),
  subreddit: z.string(),
  author: z.string().nullable(),
  permalink: z.string(),
  postedAt: instant.nullable(),
})
export type Sibling = z.infer<typeof Sibling>
/** The most of them that are told of one lead. */
export const siblingsMost = 20

export const Opportunity = z.object({
  ...row,
  score: z.number(),
  label: Label,
  components: z.array(Component),
  snippet: Snippet,
  postedAt: instant.nullable(),
  /** Since when it is seen: what is new to a project is told by this. */
  releasedAt: instant,
  state: z.enum(opportunityStates),
  saved: z.boolean(),
  reply: Decision.nullable(),
  rejection: Rejection.nullable(),
  save: Decision.nullable(),
  /** Who works on it, and since when. */
  claim: Decision.nullable(),
  /** Posted first, first. Decisions are about all of them; lists show one of a family. */
  siblings: z.array(Sibling),
  siblingCount: z.number().int(),
  post: Post.optional(),
  project: Project.optional(),
})
export type Opportunity = z.infer<typeof Opportunity>

const importOrigins = ['command', 'upload', 'path'] as const
/** uploading: pieces are still to come · stopped: by somebody, or by a fault of ours; it can go on · failed: it can't. */
export const importStates = ['uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging'] as const

/** A line of an archive that is no item; `text` is how it begins. */
export const BrokenLine = z.object({ line: z.number().int(), reason: z.string(), text: z.string() })
export type BrokenLine = z.infer<typeof BrokenLine>

/** An archive that is being brought in, or was. */
export const Import = z.object({
  ...row,
  name: z.string(),
  origin: z.enum(importOrigins),
  state: z.enum(importStates),
  /** Why it failed or was stopped. */
  fault: z.string().nullable(),
  bytesTotal: z.number().int(),
  /** Bytes that are read; while it is uploading, bytes that have arrived. */
  bytesDone: z.number().int(),
  /** The piece that is to be sent next; null when none is. */
  nextChunk: z.number().int().nullable(),
  linesDone: z.number().int(),
  itemsNew: z.number().int(),
  itemsKnown: z.number().int(),
  linesBroken: z.number().int(),
  /** The first of them. */
  brokenLines: z.array(BrokenLine),
  /** Bytes of text that it keeps. */
  textBytes: z.number().int(),
  finishedAt: instant.nullable(),
  project: Project.optional(),
  /** Null where nobody of the project did, or no longer belongs to it. */
  createdBy: Person.nullable().optional(),
})
export type Import = z.infer<typeof Import>

/** A file in the server's folder of archives. */
export const ArchiveFile = z.object({ name: z.string(), bytes: z.number().int(), modifiedAt: instant })
export type ArchiveFile = z.infer<typeof ArchiveFile>

/** The kinds of jobs, in the order in which an item meets them; then those that run by the clock. */
export const jobKinds = [
  'import',
  'candidates',
  'postponed',
  'scan',
  'purge',
  'erase',
  'export',
  'learn',
  'weigh',
  'embed',
  'communities',
  'mail',
  'freshness',
  'release',
  'recheck',
  'forget',
  'upkeep',
] as const
export type JobKind = (typeof jobKinds)[number]

/** Jobs of one kind that were given up for one reason, and wait for somebody to try them again. */
export const Failure = z.object({
  kind: z.enum(jobKinds),
  /** Why, for people. */
  reason: z.string(),
  count: z.number().int(),
  /** How often each of them was tried. */
  tries: z.number().int(),
  firstAt: instant,
  lastAt: instant,
})
export type Failure = z.infer<typeof Failure>

/**
 * How the program is doing, as far as it concerns one project: figures of the whole, failures of its own and of what
 * all projects share. `failing`: something needs a person. `behind`: it will catch up by itself.
 */
export const HealthReport = z.object({
  state: z.enum(['well', 'behind', 'failing']),
  sources: z.array(SourceHealth),
  /** Where the project listens. */
  places: z.array(PlaceHealth),
  pipeline: z.object({
    /** What arrived and is not looked through yet. */
    batches: z.number().int(),
    items: z.number().int(),
    /** Age of the oldest of it, in seconds; 0 where there is none. */
    lagSeconds: z.number(),
    itemsPerMinute: z.number(),
    leadsPerMinute: z.number(),
  }),
  jobs: z.array(
    z.object({
      kind: z.enum(jobKinds),
      running: z.number().int(),
      waiting: z.number().int(),
      /** How long the first in the queue has waited, in seconds. */
      waitingSeconds: z.number(),
    }),
  ),
  failures: z.array(Failure),
  /** Whether the caller's role lets them try failed jobs again. */
  mayRetry: z.boolean(),
})
export type HealthReport = z.infer<typeof HealthReport>
