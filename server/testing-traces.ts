import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from './testing-databases.ts'

/** What is left of somebody: `schema.table.column: the value` for rows, `file NAME` for files. */
export async function tracesOf(
  { url, dataDir }: { url: string; dataDir: string },
  marks: readonly string[],
): Promise<string[]> {
  return [...(await tracesInTables(url, marks)), ...(await tracesInFiles(dataDir, marks))]
}

/**
 * Looks through every column of every table of the database, the queue's and what the catalogue has none of ours in
 * included, as text: whatever its type, a name, an address or an id in it is found.
 */
async function tracesInTables(url: string, marks: readonly string[]): Promise<string[]> {
  const columns = await ask<{ schema: string; table: string; column: string; type: string }>(
    url,
    `select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`,
  )
  const pattern = marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const one = ({ schema, table, column, type }: (typeof columns)[number]) => {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    return `(select '${schema}.${table}.${column}: ' || left(${text}, 300) as trace
      from "${schema}"."${table}" where ${text} ~* $1 limit 3)`
  }
  const rows = await ask<{ trace: string }>(url, columns.map(one).join(' union all '), [pattern])
  return rows.map(({ trace }) => trace)
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
