import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Actor, Ctx } from '../ctx.ts'
import { hasCrossed, isDatabaseAway } from '../fault.ts'
import { Entrance, type Reader } from './entrance.ts'
import { type Answer, Message, Prepared, type Statement } from './message.ts'
import type { Proof } from './proof.ts'
import type { Role } from './roles.ts'
import { type Scope, scopeOf } from './scope.ts'

/** Queries within one transaction. */
export type Transaction = NodePgDatabase

/** A connection pool that can only be used through transaction(). */
export interface Database {
  /** Runs `work` in one transaction as the given role, seeing only `projects` (row-level security, DESIGN 3). */
  run<T>(role: Role, projects: readonly string[], work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * The same for what only reads: what `work` asks without waiting for an answer in between travels in one message, which
   * is a transaction of its own and begins by becoming the role.
   */
  read<T>(role: Role, projects: string, work: (tx: Transaction) => Promise<T>, proof?: Proof): Promise<T>
  /** Asks one question as the web does, seeing no project: for what every request asks. */
  ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** How busy the pool is, in connections, and how many wait for one. */
  usage(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}
export interface DatabaseOptions {
  /** Connections it may hold. */
  poolSize: number
  /** After so long PostgreSQL ends a statement with an error, or a transaction that nobody goes on with; unset: never. */
  patienceMs?: number | undefined
  /** With patienceMs: a statement that takes even this much longer fails here, since PostgreSQL itself is frozen. */
  graceMs?: number
}

/** Connects lazily; a wrong address shows at the first use. */
export function openDatabase(url: string, { poolSize, patienceMs, graceMs = 5000 }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    // A server that went without a word is noticed though nothing is sent.
    keepAlive: true,
    statement_timeout: patienceMs,
    query_timeout: patienceMs && patienceMs + graceMs,
    idle_in_transaction_session_timeout: patienceMs,
  })
  // An idle connection that breaks (server restart) is dropped and replaced by the pool; the next query decides.
  pool.on('error', () => {})
  // One that breaks while in use fails the query under way or the next one; that is where it is told.
  pool.on('connect', (client) => client.on('error', () => {}))

  /** Lends a connection to `work`, and takes it back where it is whole, also after what failed; else the pool makes another. */
  async function lend<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    isWhole: (client: pg.PoolClient) => Promise<boolean>,
  ): Promise<T> {
    const client = await pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      // A connection that is lost or frozen would not answer a rollback either.
      client.release(isDatabaseAway(error) || !(await isWhole(client)))
      throw error
    }
  }

  return {
    run: (role, projects, work) =>
      lend(async (client) => {
        await client.query(beginning(role, client.escapeLiteral(projects.join(','))))
        const result = await work(drizzle(client))
        await client.query('commit')
        return result
      }, rolledBack),
    read: (role, projects, work, proof) =>
      lend((client) => work(drizzle(asking(client, { role, projects }, proof))), closed),
    ask: (text, values) =>
      lend(async (client) => {
        const [answer] = await sent(client, { role: 'earshot_web', projects: '' }, [{ text, values }])
        return answer?.rows ?? []
      }, closed),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** A database that isn't there yet: whatever is asked of it fails as it does while PostgreSQL starts. */
export function absentDatabase(): Database {
  const refuse = async () => {
    throw Object.assign(new Error('the database has not been started yet'), { code: '57P03' })
  }
  return {
    run: refuse,
    read: refuse,
    ask: refuse,
    usage: () => ({ used: 0, idle: 0, waiting: 0 }),
    close: async () => {},
  }
}

/** Whether no transaction is open any more; a connection that cannot even roll back is broken. */
function rolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

/** A message leaves no transaction open, so that only a broken connection is not whole. */
async function closed(client: pg.PoolClient): Promise<boolean> {
  return !broken.has(client)
}

/** Connections that ended under a message. The pool sees the end of one later than the message's error. */
const broken = new WeakSet<pg.PoolClient>()
/** Codes of errors after which the server ends the connection: a shutdown or its administrator, or a broken line. */
const endings = /^(57P|08)/

/** The same connection, whose questions of one turn of the event loop travel together behind an entry. */
function asking(client: pg.PoolClient, as: Reader, proof?: Proof): pg.PoolClient {
  let waiting: { statement: Statement; resolve(answer: Answer | undefined): void; reject(error: unknown): void }[] = []
  let isUnderWay = false
  const go = async () => {
    const going = waiting
    waiting = []
    isUnderWay = true
    try {
      const asked = proof?.question()
      const statements = going.map(({ statement }) => statement)
      const answers = [...(await sent(client, as, asked ? [asked, ...statements] : statements))]
      if (asked) proof?.take(answers.shift()?.rows ?? [])
      for (const [index, { resolve }] of going.entries()) resolve(answers[index])
    } catch (error) {
      for (const { reject } of going) reject(error)
    }
    isUnderWay = false
    if (waiting.length > 0) go()
  }
  const query = (statement: Omit<Statement, 'values'>, values: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement: { ...statement, values }, resolve, reject })
      // After the promises of this turn, so that whoever asks next to it goes along.
      if (waiting.length === 1 && !isUnderWay) process.nextTick(go)
    })
  return Object.create(client, { query: { value: query } })
}

/** What a connection remembers from one message to the next. */
const memories = new WeakMap<pg.PoolClient, { prepared: Prepared; entrance: Entrance }>()

function sent(client: pg.PoolClient, as: Reader, statements: readonly Statement[]): Promise<readonly Answer[]> {
  const memory = memories.get(client) ?? { prepared: new Prepared(), entrance: new Entrance() }
  memories.set(client, memory)
  return memory.entrance.ask((all) => message(client, memory.prepared, all), as, statements)
}

function message(
  client: pg.PoolClient,
  prepared: Prepared,
  statements: readonly Statement[],
): Promise<readonly Answer[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Message(prepared, statements, (error, answers) => {
        if (!error) return resolve(answers)
        if (!(error instanceof pg.DatabaseError) || endings.test(error.code ?? '')) broken.add(client)
        reject(error)
      }),
    )
  })
}

function beginning(role: Role, projects: string): string {
  return `begin; set local role ${role}; select set_config('earshot.projects', ${projects}, true)`
}

/** So often somebody's work is done at most, where it crosses with others' again and again. */
const attemptsMost = 3

/**
 * The only way to the tables. A user sees the projects they belong to, a job sees all, nobody else sees any.
 * `alsoProjects` is for the moment when a project is created and its membership is not yet known to the actor, and for
 * what concerns an account in all of its projects;
 * `onlyProject` for questions about what belongs to one of the user's projects, so that the others are not seen.
 *
 * Where `work` and somebody else's wait for each other, PostgreSQL takes one of them back whole. It is done once more
 * then, for nobody is to be asked to press a button twice because of that; a job is repeated by the queue.
 */
export async function transaction<T>(
  ctx: Ctx,
  work: (tx: Transaction) => Promise<T>,
  { alsoProjects = [], onlyProject }: { alsoProjects?: readonly string[]; onlyProject?: string } = {},
): Promise<T> {
  const own = ownProjects(ctx.actor).ids.filter((id) => onlyProject === undefined || id === onlyProject)
  const projects = [...own, ...alsoProjects]
  for (let attempt = ctx.actor.kind === 'job' ? attemptsMost : 1; ; attempt++) {
    try {
      return await ctx.db.run(roleOf(ctx), projects, work)
    } catch (error) {
      if (attempt >= attemptsMost || !hasCrossed(error)) throw error
    }
  }
}

/** The same for what only reads (Database.read). */
export function readOnly<T>(ctx: Ctx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return ctx.db.read(roleOf(ctx), ownProjects(ctx.actor).text, work)
}

function roleOf({ actor }: Ctx): Role {
  return actor.kind === 'job' ? 'earshot_worker' : 'earshot_web'
}

const nothing = scopeOf([])

function ownProjects(actor: Actor): Scope {
  return actor.kind === 'user' ? scopeOf(actor.memberships) : nothing
}
