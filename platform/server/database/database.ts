import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Actor, Ctx } from '../ctx.ts'
import { isDatabaseAway, isDeadlock } from '../faults/fault.ts'
import type { Role } from './roles.ts'

/** Queries within one transaction. */
export type Transaction = NodePgDatabase

interface PlainQuery {
  name?: string
  text: string
  values?: unknown[]
}

/** The role of a connection outside of transactions. */
const defaultRole: Role = 'earshot_web'

/** A connection pool that can only be used through transaction() and readOnly(). */
export interface Database {
  /** Runs `work` in one transaction as the given role, seeing only `projects` (row-level security, DESIGN 3). */
  run<T>(role: Role, projects: readonly string[], work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Does the same in a read-only transaction. */
  read<T>(role: Role, projects: readonly string[], work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs one query as the web role, seeing no project. With a name it is prepared once for each connection. */
  ask<Row>(query: PlainQuery): Promise<Row[]>
  /** The number of connections in use and idle, and how many callers wait for one. */
  usage(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}
export interface DatabaseOptions {
  /** The maximum number of connections. */
  poolSize: number
  /** PostgreSQL ends statements and idle transactions that take longer, in ms. No limit if unset. */
  patienceMs?: number | undefined
  /** With patienceMs, in ms: a statement that takes this much longer fails here, since PostgreSQL must be frozen. */
  graceMs?: number
}

/**
 * How long an unused connection stays open, in ms: longer than the minute between two runs of scheduled jobs, since a
 * new connection costs more than many queries.
 */
export const idleMs = 150_000

/** Opens a connection pool. It connects lazily, so a wrong URL fails at the first query. */
export function openDatabase(url: string, { poolSize, patienceMs, graceMs = 5000 }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Sends a query without waiting for the previous result.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleMs,
    // Detects a lost server while the connection is idle.
    keepAlive: true,
    statement_timeout: patienceMs,
    query_timeout: patienceMs && patienceMs + graceMs,
    idle_in_transaction_session_timeout: patienceMs,
    // No query runs as the owner of the tables, even outside a transaction.
    onConnect: (client) => client.query(`set role ${defaultRole}`),
  })
  // The pool replaces idle connections that break, such as in a server restart.
  pool.on('error', () => {})
  // If a connection breaks while in use, its query reports the error.
  pool.on('connect', (client) => client.on('error', () => {}))

  const names = new PreparedNames()

  /** Runs `work` on a connection of the pool. If it fails, rolls back an open transaction. */
  async function withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      // A lost or frozen connection can't roll back either, so the pool replaces it.
      client.release(isDatabaseAway(error) || !(await rolledBack(client)))
      throw error
    }
  }

  return {
    run: (role, projects, work) =>
      withConnection(async (client) => {
        await begin(client, 'begin', role, projects)
        // Jobs write many rows at once, for which each statement gets a plan of its own.
        const result = await work(drizzle(role === defaultRole ? preparing(client, names) : client))
        await client.query('commit')
        return result
      }),
    // Nothing is written, so the first query need not wait for `begin`, nor the result for `commit`. If `begin` fails, the
    // result is discarded; if `commit` fails, so does whatever uses the connection next.
    read: (role, projects, work) =>
      withConnection(async (client) => {
        const beginning = begin(client, 'begin read only', role, projects)
        const [result] = await Promise.all([work(drizzle(preparing(client, names))), beginning])
        client.query('commit').catch(() => {})
        return result
      }),
    ask: (query) => withConnection(async (client) => (await client.query(query)).rows),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** Returns a database that isn't there yet: every query fails as it does while PostgreSQL starts. */
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

/** Rolls back and returns whether that worked. If it didn't, the connection is broken. */
function rolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

/** Begins a transaction as a role that sees some projects, in one message. */
function begin(client: pg.PoolClient, how: string, role: Role, projects: readonly string[]): Promise<unknown> {
  const seen = projects.join(',').replaceAll("'", "''")
  return client.query(`${how}; set local role ${role}; set local earshot.projects = '${seen}'`)
}

/** How many different queries a connection prepares. Others are planned on every run. */
const preparedMax = 400

/** The names of prepared queries, the same on every connection of a pool. */
class PreparedNames {
  readonly #names = new Map<string, string>()
  /** Texts that were asked for once. Those with lists of values rarely come again. */
  readonly #seen = new Set<string>()

  /** Returns the name of a query, or undefined if it isn't worth preparing. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size === preparedMax) return known
    if (!this.#seen.delete(text)) {
      if (this.#seen.size === preparedMax) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `query ${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** Wraps a connection so that it prepares its queries: planning takes longer than running most of them. */
function preparing(client: pg.PoolClient, names: PreparedNames): pg.PoolClient {
  const query = (config: pg.QueryConfig, values: unknown[]) => {
    const name = names.nameOf(config.text)
    return client.query(name === undefined ? config : { ...config, name }, values)
  }
  return Object.create(client, { query: { value: query } })
}

/** How often a transaction that deadlocks is tried. */
const attemptsMax = 3

/**
 * Runs `work` in a transaction: the only way to write to the tables. A user sees their own projects, a job sees all,
 * other actors see none. `alsoProjects` adds projects of which the actor isn't a member yet or no longer, such as a
 * new one. `onlyProject` limits the user to one project.
 *
 * PostgreSQL ends a deadlock by rolling back one transaction. Retries that one here, so that the user doesn't have to;
 * the queue retries jobs.
 */
export async function transaction<T>(
  ctx: Ctx,
  work: (tx: Transaction) => Promise<T>,
  { alsoProjects = [], onlyProject }: { alsoProjects?: readonly string[]; onlyProject?: string } = {},
): Promise<T> {
  const own = projectIdsOf(ctx.actor).filter((id) => onlyProject === undefined || id === onlyProject)
  const projects = [...own, ...alsoProjects]
  for (let attempt = ctx.actor.kind === 'job' ? attemptsMax : 1; ; attempt++) {
    try {
      return await ctx.db.run(roleOf(ctx), projects, work)
    } catch (error) {
      if (attempt >= attemptsMax || !isDeadlock(error)) throw error
    }
  }
}

/** Reads as the actor, in a transaction that can't write. */
export function readOnly<T>(ctx: Ctx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return ctx.db.read(roleOf(ctx), projectIdsOf(ctx.actor), work)
}

function roleOf({ actor }: Ctx): Role {
  return actor.kind === 'job' ? 'earshot_worker' : 'earshot_web'
}

/** Returns the ids of the actor's projects. */
export function projectIdsOf(actor: Actor): string[] {
  return actor.kind === 'user' ? actor.memberships.map(({ projectId }) => projectId) : []
}
