import pg from 'pg'
import { type Table, tablesOf } from './catalogue.ts'
import { quoted } from './session.ts'

const attempts = 5

/**
 * Begins a transaction with a snapshot of the whole database, and returns its tables. Locks them before the snapshot is
 * taken, so that no table or partition is dropped or truncated between listing and reading. Doesn't block writers.
 */
export async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await tablesOf(client)
    if (!before.some(({ name }) => name === 'schema_migration')) {
      throw new Error('nothing to back up: the database has no Earshot tables that its user owns')
    }
    await client.query('begin isolation level repeatable read read only')
    if (await locked(client, before)) {
      const tables = await tablesOf(client)
      if (shapeOf(tables) === shapeOf(before)) return tables
    }
    await client.query('rollback')
  }
  throw new Error('the tables keep changing. Try again when no migration is running')
}

/** Locks the tables; returns false if one is gone. LOCK takes no snapshot; the next query does. */
async function locked(client: pg.Client, tables: readonly Table[]): Promise<boolean> {
  try {
    await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return false
    throw error
  }
}

function shapeOf(tables: readonly Table[]): string {
  return JSON.stringify(tables.map(({ oid, columns, partitions }) => [oid, columns, partitions]))
}
