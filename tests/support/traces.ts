import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from './databases.ts'

/** Returns the traces of a user or project: `schema.table.column: value` for rows, `file NAME` for files. */
export async function tracesOf(
  { url, dataDir }: { url: string; dataDir: string },
  marks: readonly string[],
): Promise<string[]> {
  return [...(await tracesInTables(url, marks)), ...(await tracesInFiles(dataDir, marks))]
}

interface Column {
  /** The table as schema and name, and the same as SQL. */
  table: string
  relation: string
  name: string
  /** SQL of the value as text. */
  text: string
}

/**
 * Searches every column of every table as text, including the queue's and tables missing in the catalog. This finds a
 * name, address or ID in any type.
 */
async function tracesInTables(url: string, marks: readonly string[]): Promise<string[]> {
  const columns = await ask<Column>(
    url,
    `select n.nspname || '.' || c.relname as table, format('%I.%I', n.nspname, c.relname) as relation,
       a.attname as name, case when a.atttypid = 'bytea'::regtype then format('encode(%I, ''escape'')', a.attname)
         else format('%I::text', a.attname) end as text
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1, 2`,
  )
  const pattern = marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const found = async (statements: string[]) =>
    statements.length === 0 ? [] : ask<{ trace: string }>(url, statements.join(' union all '), [pattern])
  // Most tables contain no traces, so each is searched as a whole first.
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const marked = await found(
    [...byTable].map(([table, own]) => {
      const texts = own.map(({ text }) => text).join(', ')
      return `select '${table}' as trace where exists (select from ${own[0]!.relation} where concat_ws(chr(1), ${texts}) ~* $1)`
    }),
  )
  const traces = await found(
    marked
      .flatMap(({ trace: table }) => byTable.get(table)!)
      .map(
        ({ table, name, text }) =>
          `(select '${table}.${name}: ' || left(${text}, 300) as trace from ${table} where ${text} ~* $1 limit 3)`,
      ),
  )
  return traces.map(({ trace }) => trace)
}

async function tracesInFiles(dataDir: string, marks: readonly string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    const text = entry.isFile() ? await readFile(join(entry.parentPath, entry.name), 'utf8') : ''
    const all = `${entry.name} ${text}`.toLowerCase()
    if (marks.some((mark) => all.includes(mark.toLowerCase()))) found.push(`file ${entry.name}`)
  }
  return found
}
