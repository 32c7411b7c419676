import type pg from 'pg'
import type { Table } from './catalogue.ts'
import type { Partition, TableHead } from './format.ts'
import { quoted } from './session.ts'

const value = String.raw`(?:'(?:[^'\\]|'')*'|-?\d+(?:\.\d+)?|true|false|NULL|MINVALUE|MAXVALUE)`
const values = String.raw`\(${value}(?:, ${value})*\)`
const bounds = new RegExp(
  String.raw`^(?:DEFAULT|FOR VALUES (?:FROM ${values} TO ${values}|IN ${values}|WITH \(modulus \d+, remainder \d+\)))$`,
)

/** Creates the backup's missing partitions of a table. Normally a daily job creates partitions. */
export async function makePartitions(client: pg.Client, table: Table, wanted: TableHead): Promise<void> {
  const existing = new Set(table.partitions.map(quoted))
  for (const partition of wanted.partitions) {
    if (existing.has(quoted(partition))) continue
    await client.query(`create table ${quoted(partition)} partition of ${quoted(table)} ${boundOf(partition)}`)
    if (partition.rowSecurity) await client.query(`alter table ${quoted(partition)} enable row level security`)
  }
}

/** Returns the bound as SQL. Throws for anything but a bound, since it comes from a file. */
export function boundOf({ name, bound }: Partition): string {
  if (!bounds.test(bound)) throw new Error(`the backup has an invalid bound for the partition ${name}: ${bound}`)
  return bound
}
