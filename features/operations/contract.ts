import { z } from 'zod'
import { Source } from '#engine/sources.ts'
import { Provider } from '#features/accounts/contract.ts'
import { Embeds } from '#platform/contract/embeds.ts'
import { type Endpoint, envelope, one } from '#platform/contract/endpoint.ts'
import { flagNames } from '#platform/contract/flags.ts'
import { instant } from '#platform/contract/row.ts'
import { Sandbox } from '#platform/contract/sandbox.ts'
import { FeedHealth, SourceHealth } from '#platform/contract/source-health.ts'
import { sound, text } from '#platform/contract/texts.ts'

/** The kinds of jobs, in the order in which an item meets them; then those that run by the clock. */
const jobKinds = [
  'import',
  'candidates',
  'overflow',
  'backfill',
  'purge',
  'erase',
  'export',
  'learn',
  'rescore',
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
  feeds: z.array(FeedHealth),
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

/** What somebody can say to whoever runs the installation. */
export const feedbackKinds = ['idea', 'problem', 'praise'] as const
export type FeedbackKind = (typeof feedbackKinds)[number]

/** So many characters at most. */
export const feedbackMax = 4000

const word = z.union([z.string().max(300), z.number(), z.boolean()])

/** An event of a page as it is sent, with the short fields of SPEC 7 (DECISIONS 27). */
export const VisitEvent = z.object({
  /** Its name. */
  n: z.string().regex(/^[\w][\w :.-]{0,39}$/),
  /** Where it happened. */
  u: z.string().max(2000),
  /** The domain that is counted. */
  d: z.string().max(253),
  /** What led there. */
  r: z.string().max(2000).nullish(),
  /** How wide the window is. */
  w: z.number().int().min(0).max(100_000).optional(),
  /** 1 where the part behind # tells pages apart. */
  h: z.union([z.literal(0), z.literal(1)]).optional(),
  p: z
    .record(z.string().max(100), word)
    .refine((props) => Object.keys(props).length <= 20)
    .optional(),
  $: z.object({ currency: z.string().regex(/^[A-Z]{3}$/), amount: z.number() }).optional(),
})
export type VisitEvent = z.infer<typeof VisitEvent>

/** Which failed jobs to try again. */
export const RetryCreate = z.strictObject({ kind: z.enum(jobKinds) })
export type RetryCreate = z.infer<typeof RetryCreate>

export const healthEndpoints = {
  healthReport: { method: 'GET', path: '/projects/:id/health', access: 'signedIn', answer: one(HealthReport) },
  retriesCreate: {
    method: 'POST',
    path: '/projects/:id/retries',
    access: 'signedIn',
    body: envelope(RetryCreate),
    answer: one(z.object({ retried: z.number().int() })),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>

export const FeedbackCreate = z.strictObject({
  kind: z.enum(feedbackKinds),
  text: text(feedbackMax),
  /** The path of the page that it is about, where somebody lets it be told. */
  page: sound
    .max(500)
    .regex(/^\/[^\s?#]*$/, 'page must be a path, such as /app/opportunities')
    .nullable()
    .default(null),
})
export type FeedbackCreate = z.output<typeof FeedbackCreate>

const Feedback = FeedbackCreate.extend({ id: z.uuid(), documentId: z.uuid(), createdAt: z.iso.datetime() })

export const feedbackEndpoints = {
  /** Nobody reads it by the API: it is for the operator (DECISIONS 28). */
  feedbackCreate: {
    method: 'POST',
    path: '/feedback',
    access: 'inPerson',
    body: envelope(FeedbackCreate),
    answer: one(Feedback),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>

/** Where the guide stands that is given for an address (SPEC 2). */
export const guidePath = '/reddit-marketing-guide'

/** SPEC 8. */
export const invalidAddress = 'Please enter a valid email address'

/** As mail servers take it in an envelope: no quotes, comments or lists, by which one mailbox would have many names. */
const address = z
  .string(invalidAddress)
  .trim()
  .max(254, invalidAddress)
  .regex(/^[^\s@"(),:;<>[\]\\\p{C}]+@([^\s@.\p{C}]+\.)+[^\s@.\p{C}]+$/u, invalidAddress)

/** What the exit-intent modal sends (SPEC 3, 7). */
export const Capture = z.strictObject({
  email: address,
  source: z.literal('reddit-marketing-guide'),
  origin: text(2100),
})
export type Capture = z.infer<typeof Capture>

export const captureEndpoints = {
  collectEmail: {
    method: 'POST',
    path: '/collect-email',
    access: 'anyone',
    body: Capture,
    answer: z.object({ ok: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>

export const Health = z.object({ status: z.literal('ok'), version: z.string(), roles: z.array(z.string()) })

/** What is configured at run time, for pages that were built before (DECISIONS 27). */
export const RuntimeConfig = z.object({
  /** Whom people can sign in with. */
  providers: z.array(Provider),
  /** Where items can come from here. */
  sources: z.array(Source),
  /** The service that takes addresses for the guide, at its collect-email (SPEC 7); null: this one does. */
  captureUrl: z.string().nullable(),
  /** Where pages tell their events (SPEC 7); null: nobody counts. */
  eventUrl: z.string().nullable(),
  /** Scripts of others that pages load (SPEC 4, 7). */
  embeds: Embeds,
  /** Other hosts of icons, asked where this one is out of reach (SPEC 7). */
  iconHosts: z.array(z.string()),
  /** What feature flags are for whoever is signed in, as far as they are set for them alone (DECISIONS 30). */
  flags: z.partialRecord(z.enum(flagNames), z.boolean()),
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

/** How many people of the sandbox stay when it is purged: the team noted, decided or wrote something about them. */
export const SandboxPurge = z.object({ peopleKept: z.number().int() })
export type SandboxPurge = z.infer<typeof SandboxPurge>

export const programEndpoints = {
  health: { method: 'GET', path: '/health', access: 'anyone', answer: Health },
  config: { method: 'GET', path: '/config', access: 'known', answer: RuntimeConfig },
  sandbox: { method: 'GET', path: '/sandbox', access: 'anyone', answer: Sandbox },
  /** What a project found in the sandbox, once it sees what is real: a job takes it away. */
  sandboxDelete: {
    method: 'DELETE',
    path: '/projects/:id/sandbox',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    answer: one(SandboxPurge),
  },
} as const satisfies Record<string, Endpoint>
