import pg from 'pg'
import type { Table } from './catalogue.ts'
import { quoted } from './session.ts'

/** Undoes suspendRules(). */
export type Resume = () => Promise<void>

/**
 * Suspends what would act on rows while they load, within the transaction. Foreign keys are restored and checked at the
 * end, so the order of the tables doesn't matter. Triggers are skipped: the backup already contains their effects. The
 * owner may do this; no superuser is needed.
 */
export async function suspendRules(client: pg.Client, tables: readonly Table[]): Promise<Resume> {
  const relations = await relationsOf(client, tables)
  const keys = await foreignKeysOf(client, relations)
  const triggers = await triggersOf(client, relations)
  await alter(client, keys, ({ name }) => `drop constraint ${name}`)
  await alter(client, triggers, ({ name }) => `disable trigger ${name}`)
  return async () => {
    await alter(client, triggers, ({ name, state }) => `enable ${state} trigger ${name}`)
    await alter(client, keys, ({ name, definition }) => `add constraint ${name} ${definition}`)
  }
}

/** Changes the rules of all tables in one round trip: there are hundreds, and most tables are empty. */
async function alter<R extends Rule>(client: pg.Client, rules: readonly R[], change: (rule: R) => string) {
  const statements = [...Map.groupBy(rules, ({ table }) => table)].map(
    ([table, own]) => `alter table ${table} ${own.map(change).join(', ')}`,
  )
  if (statements.length > 0) await client.query(statements.join(';\n'))
}

/** Returns the tables and all their partitions, each table before its partitions. */
async function relationsOf(client: pg.Client, tables: readonly Table[]): Promise<number[]> {
  const { rows } = await client.query<{ oid: number }>(
    `with roots as (select unnest($1::oid[]) as oid)
     select oid, 0 as level from roots
     union all
     select t.relid::oid, t.level from roots, pg_partition_tree(roots.oid) t where t.level > 0
     order by level`,
    [tables.map(({ oid }) => oid)],
  )
  return rows.map(({ oid }) => oid)
}

interface Rule {
  /** Both quoted for SQL. */
  table: string
  name: string
}

/** Returns the tables' own foreign keys. Keys that a partition inherits are dropped and added with the parent's. */
async function foreignKeysOf(client: pg.Client, relations: number[]): Promise<(Rule & { definition: string })[]> {
  const { rows } = await client.query<{ schema: string; table: string; name: string; definition: string }>(
    `select n.nspname as schema, c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and k.conrelid = any ($1::oid[])`,
    [relations],
  )
  return rows.map(({ definition, ...row }) => ({ ...ruleOf(row), definition }))
}

async function triggersOf(client: pg.Client, relations: number[]): Promise<(Rule & { state: string })[]> {
  const { rows } = await client.query<{ schema: string; table: string; name: string; state: string }>(
    `select n.nspname as schema, c.relname as table, t.tgname as name,
            case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end as state
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgenabled <> 'D' and t.tgrelid = any ($1::oid[])
      order by array_position($1::oid[], t.tgrelid)`,
    [relations],
  )
  return rows.map(({ state, ...row }) => ({ ...ruleOf(row), state }))
}

function ruleOf(row: { schema: string; table: string; name: string }): Rule {
  return { table: quoted({ schema: row.schema, name: row.table }), name: pg.escapeIdentifier(row.name) }
}
