import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { StartError } from '../faults/start-error.ts'
import { installBoss } from '../jobs/boss.ts'
import { ensureRoles } from './roles.ts'

const folder = new URL('./migrations/', import.meta.url)
const oldestServer = 150_000

/** The first migration, which creates the tables of the first release (docs/decisions/0070). */
const baseline = '0001-baseline.sql'

/** One step of the database's schema: its number, file and SQL. */
export interface Migration {
  version: number
  name: string
  sql: string
}

/** Returns this program's migrations in order. File names are NNNN-what.sql. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name, sql: readFileSync(new URL(name, folder), 'utf8') }))
}

/** Returns the schema version after these migrations. */
export function newestVersion(migrations: readonly Migration[] = readMigrations()): number {
  return migrations.at(-1)!.version
}

/** Returns the database's schema version, 0 if empty. Throws StartError if it is older than the baseline. */
export async function versionOf(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migration') is not null as "exists"`,
  )
  if (!tables[0]!.exists) return 0
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

/** The session-level advisory lock held during a migration. */
export const migrationLock = `hashtext('earshot migrate')`

export interface MigrateOptions {
  /** This program's migrations by default. */
  migrations?: readonly Migration[]
  /** The last version to apply, for a backup of an older version. The newest by default. */
  upTo?: number
}

/**
 * Upgrades the database to this program's version: roles, tables, queue. Any number of processes may call it at once: a
 * lock admits one at a time. Each migration is one transaction, so a crash never leaves half of one. The queue's tables
 * are always upgraded to the newest version. Throws StartError if the server is too old, the address is wrong, or the
 * database is newer than the program or older than the baseline.
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

/** Throws StartError unless the user can create tables in schema `public` and a schema for the queue. */
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

/** Opens one connection. Throws StartError, without user and password, if the server can't be reached. */
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

/** Returns an error if this server_version_num is too old, or null. */
export function serverFault(number: number, version: string): string | null {
  return number < oldestServer ? `the database server is PostgreSQL ${version}; Earshot needs 15 or newer` : null
}

/** Returns the URL's host and path, or `DATABASE_URL` if an unencoded password could be part of them. */
function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return url.split('@').length > 2 || pathname.includes('@') ? 'DATABASE_URL' : `${host}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
