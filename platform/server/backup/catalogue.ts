import type pg from 'pg'
import type { Sequence, TableHead } from './format.ts'
import { quoted } from './session.ts'

/** One of our tables, as in the PostgreSQL catalog. */
export interface Table extends TableHead {
  oid: number
  partitioned: boolean
  /** Its size on disk, roughly the size of its rows as text. */
  bytes: number
}

/**
 * Matches everything the connected user owns except temporary tables and extensions, so that new tables are backed up
 * without a change here.
 */
const ours = `
  n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relpersistence <> 't'
  and pg_has_role(c.relowner, 'member')
  and not exists (select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/**
 * Returns all tables, each partitioned one together with its partitions. Omits generated columns and columns of type
 * xid8: transaction IDs mean nothing on another server, so they get their default there.
 */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid, n.nspname as schema, c.relname as name, c.relkind = 'p' as partitioned,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.atttypid <> 'xid8'::regtype) as columns,
      (select coalesce(json_agg(json_build_object(
          'schema', pn.nspname, 'name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid),
          'rowSecurity', p.relrowsecurity) order by p.relname), '[]')
        from pg_inherits i join pg_class p on p.oid = i.inhrelid join pg_namespace pn on pn.oid = p.relnamespace
        where i.inhparent = c.oid and p.relispartition) as partitions,
      case when c.relkind = 'r' then pg_table_size(c.oid) else
        (select coalesce(sum(pg_table_size(t.relid)), 0) from pg_partition_tree(c.oid) t where t.isleaf)
      end::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${ours}
    order by schema, name`)
  return rows
}

/** Returns the state of all sequences, including identity columns. A sequence may be ahead of the snapshot. */
export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ours} order by schema, name`)
  const sequences: Sequence[] = []
  for (const row of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(row)}`,
    )
    sequences.push({ ...row, ...state.rows[0]! })
  }
  return sequences
}
