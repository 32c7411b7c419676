import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { StartError } from '../faults/start-error.ts'
import { installBoss } from '../jobs/boss.ts'
import { ensureRoles } from './roles.ts'

const folder = new URL('./migrations/', import.meta.url)
const oldestServer = 150_000

/** The first migration, which makes the tables of the first release (docs/decisions/0070). */
const baseline = '0001-baseline.sql'

/** One step of the database's schema: its number, its file, its SQL. */
export interface Migration {
  version: number
  name: string
  sql: string
}

/** This program's migrations in order; file names are NNNN-what.sql. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name, sql: readFileSync(new URL(name, folder), 'utf8') }))
}

/** The version of the tables once all of these migrations are applied. */
export function newestVersion(migrations: readonly Migration[] = readMigrations()): number {
  return migrations.at(-1)!.version
}

/** Returns the version of the database's tables; 0 if it has none. Throws StartError if they are older than the baseline. */
export async function versionOf(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ made: boolean }>(
    `select to_regclass('public.schema_migration') is not null as made`,
  )
  if (!tables[0]!.made) return 0
  const { rows } = await client.query<{ version: number | null; first: string | null }>(
    'select max(version) as version, max(name) filter (where version = 1) as first from public.schema_migration',
  )
  const { version, first } = rows[0]!
  if (version === null) return 0
  if (first === baseline) return version
  throw new StartError(
    "the database is from a version before the first release and can't be upgraded. " +
      'Start with a new database: another database in DATABASE_URL, or another DATA_DIR',
  )
}

/** Taken by whoever changes tables, for as long as that takes: a session's advisory lock. */
export const migrationLock = `hashtext('earshot migrate')`

export interface MigrateOptions {
  /** Those of this program by default. */
  migrations?: readonly Migration[]
  /** The last version to apply, for a backup that was made at an older one; the newest by default. */
  upTo?: number
}

/**
 * Brings the database to this program's version: roles, tables, queue. Any number of processes may call it at once: a
 * lock lets one work at a time, and each migration is one transaction, so a crash leaves whole steps. The queue's tables
 * are always the newest. Throws StartError if the server is too old, the address is wrong, or the database is newer than
 * the program or older than the baseline.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { migrations = readMigrations(), upTo = newestVersion(migrations) } = options
  const client = await connect(url)
  try {
    await checkServer(client)
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await ensureRoles(client)
    await checkRights(client)
    await client.query(
      'create table if not exists schema_migration (version integer primary key, name text not null, applied_at timestamptz not null default now())',
    )
    const current = await versionOf(client)
    const newest = newestVersion(migrations)
    if (current > newest) {
      throw new StartError(
        `the database has version ${current}, but this version of Earshot supports up to ${newest}. Start the newer version, or restore a backup made with this one`,
      )
    }
    for (const migration of migrations) {
      if (migration.version > current && migration.version <= upTo) await apply(client, migration)
    }
    await installBoss(url, (statement) => client.query(statement))
  } finally {
    await client.end()
  }
}

/** The tables stand in the schema public, the queue's in a schema of its own. */
async function checkRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create') as granted`,
  )
  if (rows[0]!.granted) return
  throw new StartError("the database user can't create tables and schemas. Make it the owner of the database")
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migration (version, name) values ($1, $2)', [
      migration.version,
      migration.name,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Opens one connection. Throws StartError, without user and password, where the address does not answer. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return client
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new StartError(`can't connect to the database at ${addressOf(url)} (${reason}). Check DATABASE_URL`)
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  const fault = serverFault(rows[0]!.number, rows[0]!.version)
  if (fault !== null) throw new StartError(fault)
}

/** What is wrong with a server of this version, by its server_version_num; null where nothing is. */
export function serverFault(number: number, version: string): string | null {
  return number < oldestServer ? `the database server is PostgreSQL ${version}; Earshot needs 15 or newer` : null
}

/** Where a connection string leads, without user and password: a sign in those that is not encoded moves them on. */
function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return url.split('@').length > 2 || pathname.includes('@') ? 'DATABASE_URL' : `${host}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
