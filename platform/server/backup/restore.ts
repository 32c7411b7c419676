import pg from 'pg'
import { type Migration, migrate, migrationLock, newestVersion, versionOf } from '../database/migrate.ts'
import { tablesOf } from './catalogue.ts'
import type { Header, TableName } from './format.ts'
import { type Loaded, loadBackup } from './load.ts'
import { downgradeQueue, queueVersionOf } from './queue-tables.ts'
import { type Backup, newerVersionError, verifyBackup } from './reading.ts'
import { disconnectOnAbort, openSession, quoted } from './session.ts'
import { filledTables, processesOn } from './vacancy.ts'

export interface RestoreOptions {
  url: string
  backup: Backup
  /** This program's migrations. */
  migrations: readonly Migration[]
  /** Tables of the backup to skip, as schema.name. */
  leaveOut: readonly string[]
  onChecked(share: number): void
  onLoaded(rows: number, share: number): void
  /** Called with the backup's keys once all rows are loaded. If it throws, nothing is restored. */
  onKeys(keys: readonly string[]): void
  stop: AbortSignal
}

const elsewhere = 'Restore into a new database: another database in DATABASE_URL, or another DATA_DIR'

/**
 * Restores a backup into an empty database: creates tables of the backup's version, loads them in one transaction and
 * migrates them to this program's version. If anything fails, the database stays empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Loaded> {
  const { url, backup, migrations } = options
  if (backup.header.schemaVersion > newestVersion(migrations)) throw newerVersionError(backup.path)
  const client = await openSession(url, 'earshot restore')
  try {
    const loaded = await loadEmpty(client, options)
    // The data is committed. A server start would do the remaining steps too.
    await migrate(url, { migrations })
    await client.query(`analyze ${(await tablesOf(client)).map(quoted).join(', ')}`)
    return loaded
  } finally {
    await client.end()
  }
}

async function loadEmpty(client: pg.Client, options: RestoreOptions): Promise<Loaded> {
  const { url, backup, migrations, onChecked, stop } = options
  const { schemaVersion, queueVersion } = backup.header
  const spare = disconnectOnAbort(stop, client)
  try {
    await refuse(client, backup.header)
    await verifyBackup(backup, (read) => {
      stop.throwIfAborted()
      onChecked(read / backup.totalBytes)
    })
    await migrate(url, { migrations, upTo: schemaVersion })
    // Makes a server that starts now wait until the restore is done.
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    if ((await queueVersionOf(client)) < queueVersion) throw newerVersionError(backup.path)
    await downgradeQueue(client, queueVersion)
    await client.query('begin')
    const loaded = await loadLocked(client, options)
    stop.throwIfAborted()
    // An interrupted commit would have an unknown outcome.
    spare()
    await client.query('commit')
    await client.query(`select pg_advisory_unlock(${migrationLock})`)
    return loaded
  } catch (error) {
    spare()
    stop.throwIfAborted()
    throw error instanceof pg.DatabaseError ? refusalOf(error) : error
  }
}

/** Repeats the checks now that the tables are locked, then loads the rows. */
async function loadLocked(client: pg.Client, options: RestoreOptions): Promise<Loaded> {
  const { backup, leaveOut, onLoaded, onKeys, stop } = options
  const wanted = new Set(wantedTables(backup.header, leaveOut).map(quoted))
  const names = (await tablesOf(client)).map(quoted).filter((name) => wanted.has(name))
  await client.query(`set local lock_timeout = '10s'`)
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
  await client.query('set local lock_timeout = 0')
  await refuse(client, backup.header)
  const tables = (await tablesOf(client)).filter((table) => wanted.has(quoted(table)))
  refuseUnknown(wantedTables(backup.header, leaveOut), tables)
  const onProgress = (rows: number, bytesRead: number) => onLoaded(rows, bytesRead / backup.totalBytes)
  const loaded = await loadBackup({ client, backup, tables, stop, onProgress })
  if (loaded.keys !== null) onKeys(loaded.keys)
  return loaded
}

/** Refuses a database that is in use, not empty, or newer than the backup: tables can't be downgraded. */
async function refuse(client: pg.Client, { tables, schemaVersion }: Header): Promise<void> {
  const users = await processesOn(client)
  if (users.length > 0)
    throw new Error(`the database is in use (${users.join(', ')}). Stop the server and imports first`)
  const filled = await filledTables(client, await tablesOf(client), tables)
  if (filled.length > 0) throw new Error(`the database is not empty: rows in ${someOf(filled)}. ${elsewhere}`)
  const current = await versionOf(client)
  if (current <= schemaVersion) return
  throw new Error(
    `the database already has version ${current}, but the backup has version ${schemaVersion}. ${elsewhere}`,
  )
}

function wantedTables({ tables }: Header, leaveOut: readonly string[]): TableName[] {
  return tables.filter(({ schema, name }) => !leaveOut.includes(`${schema}.${name}`))
}

/** Refuses tables that an operator added. They are in the backup, but a new database doesn't have them. */
function refuseUnknown(wanted: readonly TableName[], here: readonly TableName[]): void {
  const existing = new Set(here.map(quoted))
  const unknown = wanted.filter((table) => !existing.has(quoted(table))).map(({ schema, name }) => `${schema}.${name}`)
  if (unknown.length === 0) return
  const options = unknown.map((name) => `--leave-out ${name}`).join(' ')
  throw new Error(`the backup has tables that don't belong to Earshot. To restore the others, add ${options}`)
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more tables` : shown
}

function refusalOf({ code, message }: pg.DatabaseError): Error {
  if (code === '55P03') return new Error('the database is in use by another program. Stop it first')
  const owner = code === '42501' ? '. In DATABASE_URL, use the user who owns the database' : ''
  return new Error(`the database reported: ${message}${owner}. Nothing was restored`)
}
