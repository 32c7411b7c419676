import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { queueSchema } from '../jobs/boss.ts'
import type { Table } from './catalogue.ts'
import type { TableName } from './format.ts'
import { quoted } from './session.ts'

/** Tables that a program's first start fills in an otherwise empty database. A restore replaces their rows. */
const filledAtStart: readonly string[] = ['schema_migration', 'phrase_version', 'source_health', 'throttle']

/** Returns those tables of the backup that already contain data worth keeping. */
export async function filledTables(
  client: pg.Client,
  there: readonly Table[],
  wanted: readonly TableName[],
): Promise<string[]> {
  const kept = there.filter(
    (table) =>
      table.schema !== queueSchema &&
      !filledAtStart.includes(table.name) &&
      wanted.some((each) => quoted(each) === quoted(table)),
  )
  return (await tablesWithRows(client, kept)).map(({ name }) => name)
}

/** Returns the tables that aren't empty, found by one query. */
export async function tablesWithRows<T extends TableName>(client: pg.Client, tables: readonly T[]): Promise<T[]> {
  if (tables.length === 0) return []
  const looks = tables.map((table, index) => `select ${index} as index where exists (select from ${quoted(table)})`)
  const { rows } = await client.query<{ index: number }>(`${looks.join(' union all ')} order by index`)
  return rows.map(({ index }) => tables[index]!)
}

const patienceMs = 3000

/** Returns Earshot's processes that use the database, except backups. Waits briefly for processes that are ending. */
export async function processesOn(client: pg.Client): Promise<string[]> {
  for (const deadline = performance.now() + patienceMs; ; await pause(100)) {
    const names = await connectedTo(client)
    if (names.length === 0 || performance.now() > deadline) return names
  }
}

async function connectedTo(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'earshot %' and application_name <> 'earshot backup'
      order by name`,
  )
  return rows.map(({ name }) => name.replace('earshot ', ''))
}
