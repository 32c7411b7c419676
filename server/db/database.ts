import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Actor, Ctx } from '../ctx.ts'

/** Queries within one transaction. */
export type Transaction = NodePgDatabase

/** A connection pool that can only be used through transaction(). */
export interface Database {
  /** Runs `work` in one transaction as the given role, seeing only `projects` (row-level security, DESIGN 3). */
  run<T>(role: Role, projects: readonly string[], work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Asks one question as the web does, seeing no project, in one message instead of three: for what every request asks.
   * Its values are written into it by `literal`.
   */
  ask<Row>(question: (literal: (value: string) => string) => string): Promise<Row[]>
  /** How busy the pool is, in connections, and how many wait for one. */
  usage(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}
export type Role = 'earshot_web' | 'earshot_worker'

export interface DatabaseOptions {
  /** Connections it may hold. */
  poolSize: number
  /** After so long PostgreSQL ends a statement with an error, or a transaction that nobody goes on with; unset: never. */
  patienceMs?: number | undefined
}

/** Connects lazily; a wrong address shows at the first use. */
export function openDatabase(url: string, { poolSize, patienceMs }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    // A server that went without a word is noticed though nothing is sent.
    keepAlive: true,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: patienceMs,
  })
  // An idle connection that breaks (server restart) is dropped and replaced by the pool; the next query decides.
  pool.on('error', () => {})
  // One that breaks while in use fails the query under way or the next one; that is where it is told.
  pool.on('connect', (client) => client.on('error', () => {}))

  /** Lends a connection to `work`, and takes it back without an open transaction, or not at all. */
  async function lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      // A connection that cannot even roll back is broken: it is closed, and the pool makes another.
      const clean = await client.query('rollback').then(
        () => true,
        () => false,
      )
      client.release(!clean)
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
      }),
    ask: (question) =>
      lend(async (client) => {
        const text = question((value) => client.escapeLiteral(value))
        // pg answers with one result a statement: the last but one is the question's.
        const results = [await client.query(`${beginning('earshot_web', "''")}; ${text}; commit`)].flat()
        return results.at(-2)?.rows ?? []
      }),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

function beginning(role: Role, projects: string): string {
  return `begin; set local role ${role}; select set_config('earshot.projects', ${projects}, true)`
}

/**
 * The only way to the tables. A user sees the projects they belong to, a job sees all, nobody else sees any.
 * `alsoProject` is for the moment when a project is created and its membership is not yet known to the actor;
 * `onlyProject` for questions about what belongs to one of the user's projects, so that the others are not seen.
 */
export function transaction<T>(
  ctx: Ctx,
  work: (tx: Transaction) => Promise<T>,
  { alsoProject, onlyProject }: { alsoProject?: string; onlyProject?: string } = {},
): Promise<T> {
  const own = projectsOf(ctx.actor).filter((id) => onlyProject === undefined || id === onlyProject)
  const projects = alsoProject === undefined ? own : [...own, alsoProject]
  return ctx.db.run(ctx.actor.kind === 'job' ? 'earshot_worker' : 'earshot_web', projects, work)
}

function projectsOf(actor: Actor): string[] {
  return actor.kind === 'user' ? actor.memberships.map((membership) => membership.projectId) : []
}
