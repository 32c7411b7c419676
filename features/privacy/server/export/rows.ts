import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { isInRealmAs, isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { type Part, postColumns } from './contents.ts'

/** Rows in memory at a time. */
const rowsAtOnce = 200

/** The columns and values that limit a part to its owner. */
export type Scope = Readonly<Record<string, string>>

/** Yields the rows of a part as lines of JSON, through a cursor, so that memory use stays constant. */
export async function* linesOf(tx: Transaction, part: Part, scope: Scope): AsyncGenerator<string[]> {
  await tx.execute(sql`declare part no scroll cursor for ${selectOf(part, scope)}`)
  for (let count = rowsAtOnce; count === rowsAtOnce; ) {
    const { rows } = await tx.execute<{ line: string }>(sql`fetch ${sql.raw(String(rowsAtOnce))} from part`)
    count = rows.length
    if (count > 0) yield rows.map(({ line }) => line)
  }
  await tx.execute(sql`close part`)
}

/** Held like leads, until the update after the first one (features/seo). */
const isSeoShown = sql`not exists (
  select from seo_update u join project p on p.id = u.project_id
  where u.project_id = t.project_id and u.is_first and p.leads_release_at is not null)`

function selectOf({ type, table, columns, withPost, seen }: Part, scope: Scope): SQL {
  const post = withPost ? [sql`'post', ${objectOf(pairsOf('p', postColumns))}`] : []
  const data = objectOf([...pairsOf('t', columns), ...post])
  const join = withPost ? sql`join post p on p.id = t.post_id` : sql``
  const where = Object.entries(scope).map(([column, value]) => sql`t.${sql.identifier(column)} = ${value}`)
  if (seen) where.push(seen === 'find' ? isSeenAs('t') : isInRealmAs('t'))
  if (seen === 'seo') where.push(isSeoShown)
  return sql`
    select json_build_object('type', ${type}::text, 'data', ${data})::text as line
    from ${sql.identifier(table)} t ${join} where ${sql.join(where, sql` and `)}`
}

function objectOf(pairs: readonly SQL[]): SQL {
  return sql`json_build_object(${sql.join([...pairs], sql`, `)})`
}

/** Pairs each column with its API name. */
function pairsOf(alias: 't' | 'p', columns: string): SQL[] {
  return columns.split(' ').map((column) => sql`${nameOf(column)}::text, ${sql.raw(alias)}.${sql.identifier(column)}`)
}

function nameOf(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
