import type { Logger } from 'pino'
import type { BillingMode } from '#engine/subscription/plans.ts'
import type { Sandbox } from '../contract/sandbox.ts'
import type { TokenScope } from '../contract/sign-in.ts'
import type { EndpointConfig } from './config.ts'
import type { Database } from './database/database.ts'
import type { ThirdParties } from './embeds.ts'
import type { Queue } from './jobs/queue.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Network } from './network/network.ts'
import type { Gate } from './permissions/gate.ts'
import type { Embedding, RedditService, RssService, SignInApps } from './services.ts'
import type { UserFlags } from './user-flags.ts'

/** Who is acting. Rights are worked out from this and nothing else. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: string; sessionId: string; token?: never; memberships: readonly Membership[] }
  /** An API token of a user: no session, one project, their role in it. */
  | { kind: 'user'; userId: string; sessionId: null; token: ApiTokenUse; memberships: readonly Membership[] }
  | { kind: 'job'; name: string }
  /** Whoever runs the installation, at its command line. */
  | { kind: 'operator' }

/** Somebody who is signed in, and no token of theirs. */
export type PresentActor = Extract<Actor, { sessionId: string }>

interface ApiTokenUse {
  id: string
  scope: TokenScope
}

/** From where a request came. */
interface Client {
  address: string
  /** What it says it is (User-Agent). */
  agent: string
}

export interface Membership {
  projectId: string
  role: 'owner' | 'admin' | 'member' | 'client'
}

/**
 * What every verb works with. Nothing in the server reads a clock, makes an id or draws a random number
 * except through here, so that a test decides all three.
 */
export interface Ctx {
  db: Database
  queue: Queue
  /** The current instant. */
  now(): Date
  /** A new UUIDv7, of the current instant or of the one given. */
  id(at?: Date): string
  /** A new secret of 256 random bits, as text for an address. */
  secret(): string
  actor: Actor
  /** Null where nobody outside asked. */
  client: Client | null
  /** Whom tokens belong to, and what plans open. */
  gate: Gate
  log: Logger
  /** Secrets for signing, newest first (SECRET is a list for rotation). */
  secrets: readonly string[]
  /** The address users see, without a trailing slash; cookies and origin checks follow it. */
  publicUrl: string
  /** The folder that DATA_DIR names. */
  dataDir: string
  /** The bytes that are free on the database's disk (free-space.ts). Infinity with DATABASE_URL: that disk is unknown. */
  freeBytes(): Promise<number>
  /** Aborted when this process is to end: long work stops at the next place from which it can go on later. */
  stopping: AbortSignal
  /** The way to hosts outside. */
  network: Network
  /** The way out for mails; verbs write rows instead (mail/send-mail.ts). */
  mailer: Mailer
  /** How projects are paid for; off: everything is included (DECISIONS 3). */
  billing: BillingMode
  /** E-mail addresses of the internal admins, in lower case (SPEC 6). */
  adminEmails: readonly string[]
  /** The chat model; null where none is configured. Asked by features/projects. */
  model: EndpointConfig | null
  /** Where leads are compared by meaning; null where no such endpoint is configured. */
  embedding: Embedding | null
  /** Whom people can sign in with. */
  signIn: SignInApps
  /** Reddit's API for features/reddit; null if no app is configured. */
  reddit: RedditService | null
  /** Reddit's RSS; null if it is off. */
  rss: RssService | null
  /** Who takes addresses for the guide, without a trailing slash; null: we do (SPEC 7). */
  captureUrl: string | null
  /** Other hosts of icons, without trailing slashes (SPEC 7). */
  iconHosts: readonly string[]
  /** What feature flags are for single users. */
  userFlags: UserFlags
  /** What pages load from others, and whom they tell of visits. */
  outside: ThirdParties
  /** Where what people say to the operator is mailed to; null: it is kept alone. */
  feedbackEmail: string | null
  /** Where the outside world in miniature listens; null while it is off. */
  sandbox: Sandbox | null
}

/** The same context, acting as somebody else. */
export function actingAs(ctx: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor }
}
