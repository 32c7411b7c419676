import pg from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { absentDatabase, type Database, openDatabase } from '#platform/server/database/database.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { openLog } from '#platform/server/log.ts'
import { ask, dropDatabase, keepConnections, newDatabase } from './support/databases.ts'

/** A copy of the template with its open connections, which worlds use one after the other. */
interface WorldDatabase {
  url: string
  db: Database
  boss: PgBoss
  /** Reads its state, with a plan that other connections forget when they turn off triggers. */
  reader: pg.Pool
  log: Logger
  /** What the current world logged. */
  logged: string[]
  /** How many rows were deleted so far. They leave space behind, which slows down queries. */
  deleted: number
}

/** What a world gets of its database, for itself until it returns it. */
export interface BorrowedDatabase extends Omit<WorldDatabase, 'deleted' | 'reader'> {
  giveBack(): Promise<void>
}

/**
 * Databases without a world, by template. Copying one and connecting to it takes 150 ms, and a new connection's first
 * queries are slow. Emptying one takes 5 ms.
 */
const idle = new Map<string, WorldDatabase[]>()
const idleMost = 3
const deletedMost = 3000

/** Returns a database as the migrations leave it: one that was given back, or a new copy of the template. */
export async function borrowDatabase(): Promise<BorrowedDatabase> {
  const template = inject('templateUrl')
  const database = idle.get(template)?.pop() ?? (await openCopy(template))
  const logged: string[] = []
  database.logged = logged
  // A new object, since modules cache by database. Code that outlives its world must not reach the next one.
  let current = database.db
  let isClosed = false
  const db: Database = {
    run: (...args) => current.run(...args),
    read: (...args) => current.read(...args),
    ask: (...args) => current.ask(...args),
    usage: () => current.usage(),
    close: () => {
      isClosed = true
      return current.close()
    },
  }
  const giveBack = async () => {
    current = absentDatabase()
    const isFree = !isClosed && (await isEmptied(database, template))
    const others = idle.get(template) ?? []
    if (isFree && others.length < idleMost) idle.set(template, [...others, database])
    else await close(database)
  }
  const { url, boss, log } = database
  return { url, db, boss, log, logged, giveBack }
}

async function openCopy(template: string): Promise<WorldDatabase> {
  const url = await newDatabase(template, true)
  keepConnections(url)
  // Tests may end every connection of their database. The pool opens a new one.
  const reader = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  reader.on('error', () => {})
  if (!originals.has(template)) originals.set(template, await readOriginal(reader))
  const log = openLog('debug', {}, { write: (line: string) => void opened.logged.push(line) })
  const boss = await startBoss(url, { poolSize: 2, supervise: false, log })
  const db = openDatabase(url, { poolSize: 5 })
  const opened: WorldDatabase = { url, db, boss, reader, log, logged: [], deleted: 0 }
  return opened
}

async function close({ url, db, boss, reader }: WorldDatabase): Promise<void> {
  await boss.stop({ graceful: false })
  await reader.end()
  await db.close()
  await dropDatabase(url)
}

interface State {
  /** A summary of the schema and of the planner's statistics, which changes with every change to them. */
  schema: string
  /** The number of rows of each table. */
  counts: Record<string, number>
  /** The contents of the tables that migrations fill. */
  filled: Record<string, string>
}

/** The state of a new copy, and the query that reads it. */
interface Original extends State {
  query: string
}

/** The state of each template. */
const originals = new Map<string, Original>()

const catalogs = ['class', 'attribute', 'attrdef', 'proc', 'trigger', 'constraint', 'policy', 'namespace']

async function readOriginal(reader: pg.Pool): Promise<Original> {
  const { rows: tables } = await reader.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'pgboss')`,
  )
  const names = tables.map(({ name }) => name)
  const { rows: now } = await reader.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot()) as next')
  const { next } = now[0]!
  const { rows: first } = await reader.query<State>(stateQuery(names, { filled: [], next }))
  const filled = names.filter((name) => first[0]!.counts[name]! > 0)
  const query = stateQuery(names, { filled, next })
  return { query, ...(await readState(reader, query)) }
}

/** `next` is the first transaction that may have changed something. */
function stateQuery(tables: string[], { filled, next }: { filled: string[]; next: string }): string {
  const isLater = `age(xmin) <= age('${next}'::xid)`
  const changes = catalogs.map(
    (name) => `(select count(*) || ' ' || count(*) filter (where ${isLater}) from pg_${name})`,
  )
  const statistics = '(select sum(reltuples) from pg_class)'
  const object = (names: string[], value: string) => {
    const pairs = names.map((name) => `('${name}', (select ${value} from ${name} t))`)
    return pairs.length === 0 ? `'{}'::json` : `(select json_object_agg(k, v) from (values ${pairs.join()}) x (k, v))`
  }
  return `select concat_ws(', ', ${[...changes, statistics].join()}) as schema, ${object(tables, 'count(*)')} as counts,
    ${object(filled, 'json_agg(t order by t::text)::text')} as filled`
}

async function readState(reader: pg.Pool, text: string): Promise<State> {
  const { rows } = await reader.query<State>({ name: 'state', text })
  return rows[0]!
}

/** Fails at a lock that a transaction of the test still holds. */
const impatient = `set local lock_timeout = '1s'`

/** Returns the statements that make a copy like the original. */
function emptying(state: State, original: Original): string {
  const changed = Object.entries(original.filled).filter(([name, rows]) => state.filled[name] !== rows)
  const added = Object.keys(state.counts).filter((name) => !original.filled[name] && state.counts[name]! > 0)
  return [
    // Neither triggers nor foreign keys apply.
    `begin; ${impatient}; set local session_replication_role = replica`,
    ...[...added, ...changed.map(([name]) => name)].map((name) => `delete from ${name}`),
    ...changed.map(
      ([name, rows]) =>
        `insert into ${name} select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)})`,
    ),
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
      where last_value is not null`,
    'commit',
  ].join('; ')
}

/**
 * Empties a database. Returns false if it can't serve another world: its schema or statistics changed, a query still
 * runs or holds a lock, or too many rows were deleted.
 */
async function isEmptied(database: WorldDatabase, template: string): Promise<boolean> {
  const { url, db, reader } = database
  const original = originals.get(template)!
  if (db.usage().used > 0) return false
  try {
    // Posts of a new day create a partition.
    await ask(url, `begin; ${impatient}; select drop_recent_partitions('infinity'); commit`)
    const state = await readState(reader, original.query)
    for (const count of Object.values(state.counts)) database.deleted += count
    if (state.schema !== original.schema || database.deleted > deletedMost) return false
    await ask(url, emptying(state, original))
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false
    throw error
  }
}
