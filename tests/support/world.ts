import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PgBoss } from 'pg-boss'
import { v7 } from 'uuid'
import { gate } from '#app/gate.ts'
import { drain } from '#app/jobs.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { noThirdParties } from '#platform/server/embeds.ts'
import { queueOf } from '#platform/server/jobs/boss.ts'
import type { Message } from '#platform/server/mail/mailer.ts'
import type { Network } from '#platform/server/network/network.ts'
import { type BorrowedDatabase, borrowDatabase } from '../world-databases.ts'

/** A complete server without a network: its own database, a manual clock, and IDs derived from it. */
export interface World {
  /** An anonymous context. See actingAs(). */
  ctx: Ctx
  clock: Clock
  /** The address of this world's database. */
  url: string
  /** Everything that was logged, as JSON lines. */
  logged: string[]
  /** Every mail that was sent. */
  mails: Message[]
  /** The job queue, for tests that process jobs step by step. */
  boss: PgBoss
  /** Runs queued jobs until none is left. */
  drain(): Promise<void>
  /**
   * Makes the world new, with an empty database and the first context, so that an app can serve the next test. Building
   * an app for each test takes longer than many tests. Contexts derived from the old one are useless afterwards.
   */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface Clock {
  now: Date
  /** Advances the clock by this many ms. */
  advance(ms: number): void
}

/** A network without hosts. Tests that need one supply it. */
const noNetwork: Network = {
  resolve: async (host) => Promise.reject(new Error(`${host} doesn't exist`)),
  dial: (address) => {
    throw new Error(`${address} can't be reached`)
  },
  standIn: () => null,
}

const start = '2026-11-20T12:00:00Z'

/** The parts of a world that come with its database. */
function partsOf({ url, db, boss, log, logged }: BorrowedDatabase) {
  return { world: { url, boss, logged }, ctx: { db, log, queue: queueOf(boss) } }
}

/** Creates a world for a test file. Call it in beforeAll, and close() in afterAll. */
export async function testWorld(): Promise<World> {
  const borrowed = await borrowDatabase()
  let { giveBack } = borrowed
  const clock: Clock = {
    now: new Date(start),
    advance: (ms) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const mails: Message[] = []
  let created = 0
  const ctx: Ctx = {
    ...partsOf(borrowed).ctx,
    now: () => clock.now,
    id: (at = clock.now) => v7({ msecs: at.getTime(), seq: ++created }),
    // Tests sign up thousands of people.
    passwordCost: { memoryCost: 8, timeCost: 1 },
    secret: () => createHash('sha256').update(`secret ${++created}`).digest('base64url'),
    actor: { kind: 'anonymous' },
    client: null,
    gate,
    secrets: ['a-secret-of-the-test-world-32-bytes!'],
    publicUrl: 'http://localhost:3000',
    dataDir: join(tmpdir(), `world-${randomUUID()}`),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    stopping: new AbortController().signal,
    network: noNetwork,
    mailer: {
      send: async (message) => {
        mails.push(message)
        return { state: 'sent' }
      },
    },
    billing: 'off',
    plans: {},
    paddle: null,
    adminEmails: ['root@example.com'],
    signIn: {},
    mailApps: {},
    reddit: null,
    rss: null,
    hackerNews: null,
    model: null,
    modelDailyPosts: 500,
    openNeedJudge: null,
    search: null,
    embedding: null,
    captureUrl: null,
    outside: noThirdParties,
    feedbackEmail: null,
    iconHosts: [],
    userFlags: new Map(),
    chatAlerts: false,
    sandbox: null,
  }
  const first = { ...ctx }
  const world: World = {
    ctx,
    clock,
    ...partsOf(borrowed).world,
    mails,
    drain: () => drain(ctx, world.boss),
    restart: async () => {
      await giveBack()
      const next = await borrowDatabase()
      giveBack = next.giveBack
      clock.now = new Date(start)
      mails.length = 0
      Object.assign(world, partsOf(next).world)
      // The app keeps this object.
      Object.assign(ctx, first, partsOf(next).ctx)
    },
    close: () => giveBack(),
  }
  return world
}
