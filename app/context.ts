import { randomBytes } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { v7 } from 'uuid'
import { passwordCost } from '#features/accounts/server/index.ts'
import { signInAppsOf } from '#features/accounts/server/social/sign-in-apps.ts'
import { paddleAccountOf } from '#features/billing/server/paddle-account.ts'
import { openNeedJudge } from '#features/leads/server/judging/encoder/need-judge.ts'
import { embeddingAt } from '#features/leads/server/ranking/embedding.ts'
import { redditServiceOf } from '#features/reddit/server/accounts/reddit-service.ts'
import { openExchange } from '#features/reddit/server/api/exchange.ts'

import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Config, EndpointConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { absentDatabase, openDatabase } from '#platform/server/database/database.ts'
import { databaseFreeBytes } from '#platform/server/free-space.ts'
import { queueOf, startBoss } from '#platform/server/jobs/boss.ts'
import type { Queue } from '#platform/server/jobs/queue.ts'
import { openLog } from '#platform/server/log.ts'
import { openMailer, sandboxMailOf } from '#platform/server/mail/mailer.ts'
import { openNetwork, type StandIn } from '#platform/server/network/network.ts'
import type { HackerNewsService, SearchService } from '#platform/server/services.ts'
import { gate } from './gate.ts'

/** A process's working context and its queue. */
export interface OpenContext {
  ctx: Ctx
  boss: PgBoss
  /** Lets running jobs finish, then closes all connections. */
  close(): Promise<void>
}

/**
 * The statement timeout of web processes, in ms: no user waits longer, and a slow query would only delay others. Jobs
 * have no limit.
 */
const screenPatienceMs = 30_000

/** The name of a process in pg_stat_activity, in the log, and in the error of a restore that it blocks. */
export type ProcessName =
  | 'web'
  | 'worker'
  | 'import'
  | 'visits'
  | 'feedback'
  | 'addresses'
  | 'confirm'
  | 'two-factor-off'

/** A process's environment. */
export interface ProcessOptions {
  /** Aborted when the process must end. */
  stop?: AbortSignal | undefined
  /** Null if it is off. */
  sandbox?: Sandbox | null
}

/** Creates the context that all actions use: the only place with the real clock, ids, network and database. */
export async function openContext(
  config: Config,
  databaseUrl: string,
  name: ProcessName,
  surroundings: ProcessOptions = {},
): Promise<OpenContext> {
  const log = openLog(config.logLevel, { process: name })
  const url = named(databaseUrl, name)
  const db = openDatabase(url, { poolSize: 10, patienceMs: name === 'web' ? screenPatienceMs : undefined })
  const boss = await startBoss(url, { poolSize: 3, supervise: name === 'worker', log })
  return {
    ctx: contextOf(config, { log, db, queue: queueOf(boss) }, surroundings),
    boss,
    close: async () => {
      await boss.stop({ graceful: true, timeout: 20_000 })
      await db.close()
    },
  }
}

/** Creates the context of a web process without a database, such as on a full disk: it serves the public pages. */
export function contextWithoutDatabase(config: Config, surroundings: ProcessOptions): Ctx {
  const db = absentDatabase()
  const queue: Queue = { send: () => db.ask({ text: '' }).then(() => {}) }
  return contextOf(config, { log: openLog(config.logLevel, { process: 'web' }), db, queue }, surroundings)
}

function contextOf(
  config: Config,
  own: Pick<Ctx, 'log' | 'db' | 'queue'>,
  { stop = new AbortController().signal, sandbox = null }: ProcessOptions,
): Ctx {
  const mail = sandboxMailOf(config, sandbox)
  return {
    ...own,
    now: () => new Date(),
    id: (at) => (at ? v7({ msecs: at.getTime() }) : v7()),
    secret: () => randomBytes(32).toString('base64url'),
    passwordCost,
    actor: { kind: 'anonymous' },
    client: null,
    gate,
    secrets: config.secrets,
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
    freeBytes: () => databaseFreeBytes(config),
    stopping: stop,
    network: openNetwork({ websites: sandbox && standInOf(sandbox.websites.url) }),
    mailer: openMailer(config, mail?.smtpUrl ?? null),
    billing: config.billing,
    plans: config.plans,
    paddle: paddleAccountOf(config, sandbox),
    captureUrl: config.captureUrl,
    outside: config.outside,
    feedbackEmail: config.feedbackEmail,
    iconHosts: config.iconHosts,
    userFlags: config.userFlags,
    chatAlerts: config.chatAlerts,
    adminEmails: config.adminEmails,
    signIn: signInAppsOf(config.signIn, sandbox, config.publicUrl),
    mailApps: config.mailApps,
    reddit: redditServiceOf(config, sandbox),
    hackerNews: hackerNewsServiceOf(config, sandbox),
    rss: config.rss && { ...config.rss, exchange: openExchange() },
    model: config.model && standingIn(config.model, sandbox?.chatModel),
    modelDailyPosts: config.modelDailyPosts,
    openNeedJudge,
    search: searchServiceOf(config, sandbox),
    embedding: config.embedding && embeddingAt(standingIn(config.embedding, sandbox?.embeddings)),
    sandbox: sandbox && { ...sandbox, mail },
  }
}

function named(databaseUrl: string, name: ProcessName): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', `earshot ${name}`)
  return url.href
}

/** Returns the endpoint itself, or the sandbox's in its place. */
function standingIn(endpoint: EndpointConfig, standIn: { url: string; model: string } | undefined): EndpointConfig {
  if (endpoint.url !== 'sandbox' || !standIn) return endpoint
  return { ...endpoint, ...standIn }
}

/** Returns the configured search server, or else the sandbox's. */
function searchServiceOf({ search }: Config, sandbox: Sandbox | null): SearchService | null {
  return search ?? (sandbox && { ...sandbox.search, apiKey: null, realm: 'sandbox' })
}

/** Returns the configured Hacker News, or else the sandbox's. */
function hackerNewsServiceOf({ hackerNews, version }: Config, sandbox: Sandbox | null): HackerNewsService | null {
  const exchange = openExchange()
  if (hackerNews) return { ...hackerNews, exchange }
  if (!sandbox) return null
  const { url } = sandbox.hackerNews
  return { url: `${url}/v0`, searchUrl: `${url}/api/v1`, userAgent: `earshot/${version}`, exchange, realm: 'sandbox' }
}

function standInOf(url: string): StandIn {
  const { hostname, port } = new URL(url)
  return { address: hostname, port: Number(port) }
}
