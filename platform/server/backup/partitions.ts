import type pg from 'pg'
import type { Table } from './catalogue.ts'
import type { Partition, TableHead } from './format.ts'
import { quoted } from './session.ts'

const value = String.raw`(?:'(?:[^'\\]|'')*'|-?\d+(?:\.\d+)?|true|false|NULL|MINVALUE|MAXVALUE)`
const values = String.raw`\(${value}(?:, ${value})*\)`
const bounds = new RegExp(
  String.raw`^(?:DEFAULT|FOR VALUES (?:FROM ${values} TO ${values}|IN ${values}|WITH \(modulus \d+, remainder \d+\)))$`,
)

/** Makes the partitions that a table had and that are not there yet: jobs make them, day by day. */
export async function makePartitions(client: pg.Client, table: Table, wanted: TableHead): Promise<void> {
  const there = new Set(table.partitions.map(quoted))
  for (const partition of wanted.partitions) {
    if (there.has(quoted(partition))) continue
    await client.query(`create table ${quoted(partition)} partition of ${quoted(table)} ${boundOf(partition)}`)
    if (partition.rowSecurity) await client.query(`alter table ${quoted(partition)} enable row level security`)
  }
}

/** The bound as SQL; it comes from a file, so that nothing but a bound is let through. */
export function boundOf({ name, bound }: Partition): string {
  if (!bounds.test(bound)) throw new Error(`the backup has an invalid bound for the partition ${name}: ${bound}`)
  return bound
}
