import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, vi } from 'vitest'

/** Connections to the databases of open worlds. A new connection per statement costs 10 ms of CPU. */
const pools = new Map<string, pg.Pool>()

/** Makes ask() reuse its connections to a database until dropDatabase(). */
export function keepConnections(url: string): void {
  // Tests may end every connection of their database. The pool opens new ones.
  pools.set(
    url,
    new pg.Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => {}),
  )
}

/**
 * Runs statements as the owner of the tables, who bypasses policies. Returns the last one's rows. Parallel statements
 * use several connections. A statement with a name is prepared.
 */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  statement: string | pg.QueryConfig,
  values?: unknown[],
): Promise<Row[]> {
  const pool = pools.get(url)
  if (pool) return (await pool.query<Row>(statement, values)).rows
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Creates a database on the test server or another one: empty, or a copy of the template. */
export async function newDatabase(server = inject('templateUrl'), copied = false): Promise<string> {
  const url = new URL(server)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files is cheaper than logging every page of the copy.
  const source = copied ? `template ${url.pathname.slice(1)} strategy file_copy` : ''
  await ask(first(server), `create database ${name} ${source}`)
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database once autovacuum has left it, which only a superuser can terminate. */
export async function dropDatabase(url: string): Promise<void> {
  await pools.get(url)?.end()
  pools.delete(url)
  const statement = `drop database ${new URL(url).pathname.slice(1)} with (force)`
  const drop = async (): Promise<unknown> => {
    try {
      return void (await ask(first(url), statement))
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '42501') throw error
      return error
    }
  }
  const fault = await vi.waitFor(drop, { timeout: 30_000, interval: 200 })
  if (fault) throw fault
}

/** Returns the address of a server's permanent database. */
function first(url: string): string {
  return url.replace(/\/\w+$/, '/earshot')
}
