import { z } from 'zod'
import { sources } from '#engine/sources.ts'
import { Provider } from '#features/accounts/contract.ts'
import { Embeds } from '#platform/contract/embeds.ts'
import { type Endpoint, envelope, one } from '#platform/contract/endpoint.ts'
import { flagNames } from '#platform/contract/flags.ts'
import { instant } from '#platform/contract/row.ts'
import { Sandbox } from '#platform/contract/sandbox.ts'
import { FeedHealth, SourceHealth } from '#platform/contract/source-health.ts'
import { sound, text } from '#platform/contract/texts.ts'
import { feedbackMax } from './contract-limits.ts'

/** The kinds of jobs: first those of an item's path in order, then scheduled ones. */
const jobKinds = [
  'import',
  'candidates',
  'overflow',
  'backfill',
  'purge',
  'erase',
  'export',
  'reorder',
  'answers',
  'projectImport',
  'scoreLead',
  'leadRun',
  'dueRuns',
  'quota',
  'reconcile',
  'alerts',
  'deliveries',
  'alertEvents',
  'personalAlerts',
  'stageAlerts',
  'reports',
  'embed',
  'needs',
  'judge',
  'seo',
  'communities',
  'mail',
  'windows',
  'release',
  'recheck',
  'replyChecks',
  'hackerNews',
  'inboxes',
  'messages',
  'campaigns',
  'mailOutbox',
  'mailboxes',
  'forget',
  'insights',
  'upkeep',
] as const

export type JobKind = (typeof jobKinds)[number]

/** Failed jobs of one kind with the same reason, waiting for a manual retry. */
export const Failure = z.object({
  kind: z.enum(jobKinds),
  /** The reason, as shown to users. */
  reason: z.string(),
  count: z.number().int(),
  /** The number of attempts of each job. */
  tries: z.number().int(),
  firstAt: instant,
  lastAt: instant,
})
export type Failure = z.infer<typeof Failure>

/**
 * The health of the server as it concerns a project: global figures, and failures of the project or of shared work.
 * `failing`: a person has to act. `behind`: the server will catch up.
 */
export const HealthReport = z.object({
  state: z.enum(['well', 'behind', 'failing']),
  sources: z.array(SourceHealth),
  /** The project's feeds. */
  feeds: z.array(FeedHealth),
  pipeline: z.object({
    /** Arrivals that are not matched yet. */
    batches: z.number().int(),
    items: z.number().int(),
    /** The age of the oldest one in seconds; 0 if there is none. */
    lagSeconds: z.number(),
    itemsPerMinute: z.number(),
    leadsPerMinute: z.number(),
  }),
  /** Empty for users who aren't internal admins. */
  jobs: z.array(
    z.object({
      kind: z.enum(jobKinds),
      running: z.number().int(),
      waiting: z.number().int(),
      /** How long the first job in the queue has waited, in seconds. */
      waitingSeconds: z.number(),
    }),
  ),
  failures: z.array(Failure),
  /** Whether the caller's role may retry failed jobs. */
  mayRetry: z.boolean(),
})
export type HealthReport = z.infer<typeof HealthReport>

/** The kinds of feedback to the operator. */
export const feedbackKinds = ['idea', 'problem', 'praise'] as const
export type FeedbackKind = (typeof feedbackKinds)[number]

const word = z.union([z.string().max(300), z.number(), z.boolean()])

/** A page event as it is sent, with the short field names of SPEC 7 (DECISIONS 27). */
export const VisitEvent = z.object({
  /** The name. */
  n: z.string().regex(/^[\w][\w :.-]{0,39}$/),
  /** The page's URL. */
  u: z.string().max(2000),
  /** The domain that the event counts for. */
  d: z.string().max(253),
  /** The referrer. */
  r: z.string().max(2000).nullish(),
  /** The window's width in pixels. */
  w: z.number().int().min(0).max(100_000).optional(),
  /** 1 if the hash distinguishes pages. */
  h: z.union([z.literal(0), z.literal(1)]).optional(),
  p: z
    .record(z.string().max(100), word)
    .refine((props) => Object.keys(props).length <= 20)
    .optional(),
  $: z.object({ currency: z.string().regex(/^[A-Z]{3}$/), amount: z.number() }).optional(),
})
export type VisitEvent = z.infer<typeof VisitEvent>

/** Which failed jobs to retry. */
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
  /** The path of the page that it is about, if the user agrees to share it. */
  page: sound
    .max(500)
    .regex(/^\/[^\s?#]*$/, 'page must be a path, such as /app/opportunities')
    .nullable()
    .default(null),
})
export type FeedbackCreate = z.output<typeof FeedbackCreate>

const Feedback = FeedbackCreate.extend({ id: z.uuid(), documentId: z.uuid(), createdAt: z.iso.datetime() })

export const feedbackEndpoints = {
  /** There is no endpoint to read feedback: it is for the operator (DECISIONS 28). */
  feedbackCreate: {
    method: 'POST',
    path: '/feedback',
    access: 'inPerson',
    body: envelope(FeedbackCreate),
    answer: one(Feedback),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>

/** The path of the guide that visitors get for their address (SPEC 2). */
export const guidePath = '/reddit-marketing-guide'

/** SPEC 8. */
export const invalidAddress = 'Please enter a valid email address'
const addressRequired = 'Email is required'

/** An address as envelopes allow it. Excludes quotes, comments and lists, which would give one mailbox many names. */
const address = z
  .string({ error: ({ input }) => (input === undefined || input === null ? addressRequired : invalidAddress) })
  .trim()
  .min(1, { error: addressRequired, abort: true })
  .max(254, invalidAddress)
  .regex(/^[^\s@"(),:;<>[\]\\\p{C}]+@([^\s@.\p{C}]+\.)+[^\s@.\p{C}]+$/u, invalidAddress)

/** The body that the exit-intent modal sends (SPEC 3, 7). */
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

/** Run-time configuration, for pages that were built earlier (DECISIONS 27). */
export const RuntimeConfig = z.object({
  /** The available sign-in providers. */
  providers: z.array(Provider),
  /** What users call the provider `oidc`; null if the operator chose no name. */
  oidcName: z.string().nullable(),
  /** The sources that are available on this server. */
  sources: z.array(z.enum(sources)),
  /** The service whose collect-email endpoint receives addresses for the guide (SPEC 7); null for this server. */
  captureUrl: z.string().nullable(),
  /** The URL that page events are sent to (SPEC 7); null if visits aren't counted. */
  eventUrl: z.string().nullable(),
  /** Whether the hash in a page's URL distinguishes pages. */
  eventHash: z.boolean(),
  /** Third-party scripts that pages load (SPEC 4, 7). */
  embeds: Embeds,
  /** Alternative icon hosts, used if this server is unreachable (SPEC 7). */
  iconHosts: z.array(z.string()),
  /** The signed-in user's own feature flags (DECISIONS 30). */
  flags: z.partialRecord(z.enum(flagNames), z.boolean()),
  /** Whether alerts can go to Slack, Discord, and Telegram; otherwise they are coming soon. */
  chatAlerts: z.boolean(),
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

/** How many sandbox people remain after the purge because the team has notes or decisions about them. */
export const SandboxPurge = z.object({ peopleKept: z.number().int() })
export type SandboxPurge = z.infer<typeof SandboxPurge>

/** An email that no mail server has delivered, as internal admins see it (docs/decisions/0109). */
export const UndeliveredMail = z.object({
  id: z.uuid(),
  createdAt: instant,
  to: z.string(),
  /** Empty if it was withdrawn because a post in it was deleted on Reddit. */
  subject: z.string(),
  /** kept: there is no mail server, so admins read it here · waiting: to be tried again · failed: given up */
  state: z.enum(['kept', 'waiting', 'failed']),
  /** The mail server's codes, or why it failed; null without an attempt. */
  reason: z.string().nullable(),
  nextTryAt: instant.nullable(),
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

/** Only kept mails can be read. The links of others are keys that their recipients are about to get. */
export const ReadableMail = UndeliveredMail.extend({ text: z.string(), html: z.string() })
export type ReadableMail = z.infer<typeof ReadableMail>

/** A page of them, counted from 1. */
const MailsPage = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'page must be a number from 1')
    .default('1')
    .transform(Number),
})

/** For internal admins; for everyone else, there are no emails. */
export const mailEndpoints = {
  undeliveredMailsFind: {
    method: 'GET',
    path: '/undelivered-mails',
    access: 'inPerson',
    exempt: true,
    query: MailsPage,
    answer: one(z.object({ mails: z.array(UndeliveredMail), total: z.number().int() })),
  },
  undeliveredMailsFindOne: {
    method: 'GET',
    path: '/undelivered-mails/:id',
    access: 'inPerson',
    exempt: true,
    answer: one(ReadableMail),
  },
} as const satisfies Record<string, Endpoint>

export const programEndpoints = {
  health: { method: 'GET', path: '/health', access: 'anyone', answer: Health },
  config: { method: 'GET', path: '/config', access: 'known', answer: RuntimeConfig },
  sandbox: { method: 'GET', path: '/sandbox', access: 'anyone', answer: Sandbox },
  /** Deletes a project's sandbox data in a background job, once the project sees real data. */
  sandboxDelete: {
    method: 'DELETE',
    path: '/projects/:id/sandbox',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    answer: one(SandboxPurge),
  },
} as const satisfies Record<string, Endpoint>
