import type { Logger } from 'pino'
import type { BillingMode, PlanOptions } from '#engine/subscription/plans.ts'
import type { Sandbox } from '../contract/sandbox.ts'
import type { TokenScope } from '../contract/sign-in.ts'
import type { EndpointConfig } from './config.ts'
import type { Database } from './database/database.ts'
import type { ThirdParties } from './embeds.ts'
import type { Queue } from './jobs/queue.ts'
import type { MailApps } from './mail/mail-apps.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Network } from './network/network.ts'
import type { Gate } from './permissions/gate.ts'
import type {
  Embedding,
  HackerNewsService,
  NeedJudge,
  PaddleAccount,
  RedditService,
  RssService,
  SearchService,
  SignInApps,
} from './services.ts'
import type { UserFlags } from './user-flags.ts'

/** The acting user, job or operator. Rights depend on nothing else. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user'
      userId: string
      sessionId: string
      token?: never
      memberships: readonly Membership[]
      /** Set if an internal admin acts as the user, in a session of the admin. */
      acting?: Acting
    }
  /** A user's API token, with no session and one project with the user's role. */
  | {
      kind: 'user'
      userId: string
      sessionId: null
      token: ApiTokenUse
      memberships: readonly Membership[]
      acting?: never
    }
  | { kind: 'job'; name: string }
  /** The operator of the installation, on the command line. */
  | { kind: 'operator' }

/** A user signed in with a session, not an API token. */
export type PresentActor = Extract<Actor, { sessionId: string }>

/** An internal admin's acting as a user (docs/decisions/0128). */
interface Acting {
  id: string
  admin: { id: string; email: string }
  endsAt: Date
}

interface ApiTokenUse {
  id: string
  scope: TokenScope
}

/** The origin of a request. */
interface Client {
  address: string
  /** Its User-Agent header. */
  agent: string
}

export interface Membership {
  projectId: string
  role: 'owner' | 'admin' | 'member' | 'client'
}

/** The work of hashing a password with Argon2id: memory in KiB, and passes over it. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/**
 * The context of every server function. Time, ids and random numbers come only from here, so that tests can control
 * them.
 */
export interface Ctx {
  db: Database
  queue: Queue
  /** Returns the current time. */
  now(): Date
  /** Returns a new UUIDv7 for the given time, now by default. */
  id(at?: Date): string
  /** Returns a new secret of 256 random bits, as URL-safe text. */
  secret(): string
  actor: Actor
  /** Null unless there is a request. */
  client: Client | null
  /** Resolves tokens to actors and projects to entitlements. */
  gate: Gate
  log: Logger
  /** Secrets for signing, newest first. SECRET is a list, to allow rotation. */
  secrets: readonly string[]
  /** The work of hashing a new password. Each hash names its own. */
  passwordCost: PasswordCost
  /** The URL that users see, without a trailing slash. Cookies and origin checks depend on it. */
  publicUrl: string
  /** The folder set by DATA_DIR. */
  dataDir: string
  /** Returns the free bytes on the database's disk (free-space.ts): Infinity with DATABASE_URL (unknown disk). */
  freeBytes(): Promise<number>
  /** Aborted when this process is to end. Long work then stops where it can resume later. */
  stopping: AbortSignal
  /** Access to external hosts. */
  network: Network
  /** Delivers mails. Other code queues them with sendMail() (mail/send-mail.ts). */
  mailer: Mailer
  /** How projects are paid for. If off, everything is included (DECISIONS 3). */
  billing: BillingMode
  /** The prices at which plans are sold here. */
  plans: PlanOptions
  /** The account at the payment provider; null if billing is off. */
  paddle: PaddleAccount | null
  /** Email addresses of the internal admins, in lower case (SPEC 6). */
  adminEmails: readonly string[]
  /** Starts the shipped judge of leads; null where leads are not judged, as in most tests. */
  openNeedJudge: (() => NeedJudge) | null
  /** The chat model, which reads websites and judges leads; null if not configured. */
  model: EndpointConfig | null
  /** How many posts a project may send to it per day (UTC). */
  modelDailyPosts: number
  /** The search engines that tell which threads rank; null if not configured. */
  search: SearchService | null
  /** The embedding endpoint that compares leads by meaning; null if not configured. */
  embedding: Embedding | null
  /** The configured sign-in providers. */
  signIn: SignInApps
  /** The configured providers of mailboxes. */
  mailApps: MailApps
  /** Reddit's API for features/reddit; null if no app is configured. */
  reddit: RedditService | null
  /** Reddit's RSS; null if it is off. */
  rss: RssService | null
  /** Hacker News; null if it is off. */
  hackerNews: HackerNewsService | null
  /** The service that captures emails for the guide, without a trailing slash; null for our own (SPEC 7). */
  captureUrl: string | null
  /** Additional icon hosts, without trailing slashes (SPEC 7). */
  iconHosts: readonly string[]
  /** Feature flags for individual users. */
  userFlags: UserFlags
  /** Whether projects may send alerts to chat apps. */
  chatAlerts: boolean
  /** Third-party scripts and visit counting on pages. */
  outside: ThirdParties
  /** The address that feedback is mailed to; null only stores it. */
  feedbackEmail: string | null
  /** The sandbox's addresses; null if it is off. */
  sandbox: Sandbox | null
}

/** Returns the same context with another actor. */
export function actingAs(ctx: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor }
}
