import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { parseQuery } from '#engine/query/parse.ts'
import { spellings } from '#engine/text/spellings.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import { conditionOf } from '#features/search/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** The most possible matches to return. */
const foundMost = 1_000

export interface SearchedImports {
  /** The number of posts by the UTC day they were posted on, since the day asked for. */
  readOn: { day: string; read: number }[]
  /** Posts that may match: the caller decides with the matcher. Each stands for `weight` of the searched posts. */
  items: Item[]
  weight: number
}

/** Searches these posts for a keyword in the database, which is far faster than reading all their texts. */
export async function searchImports(
  tx: Transaction,
  ids: readonly string[],
  { query, now, since }: { query: string; now: Date; since: Date },
): Promise<SearchedImports> {
  const mayMatch = conditionFor(query, now) ?? sql`true`
  const { rows } = await tx.execute<{ readOn: SearchedImports['readOn']; hits: number; ids: string[] }>(sql`
    with searched as materialized (
      select post.id, post.posted_at, ${mayMatch} as hit
      from unnest((select ${sql.param([...ids])}::uuid[])) u(id) join post on post.id = u.id
      where post.title <> '' or post.body <> ''
    )
    select (select count(*) from searched where hit)::int as hits,
      coalesce((
        select json_agg(json_build_object('day', day, 'read', read)) from (
          select to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as read from searched
          where posted_at >= ${since.toISOString()}::timestamptz group by 1
        ) d
      ), '[]') as "readOn",
      array(select id from searched where hit order by md5(id::text) limit ${foundMost}) as ids`)
  const { hits = 0, readOn = [], ids: found = [] } = rows[0] ?? {}
  const items = await tx.select(itemColumns).from(post).where(inArray(post.id, found))
  return { readOn, items: items.map(itemOf), weight: found.length === 0 ? 1 : hits / found.length }
}

function conditionFor(query: string, now: Date): SQL | undefined {
  const parsed = parseQuery(query, 'keyword')
  if (parsed.state === 'faulty') return undefined
  return conditionOf(parsed.query, { now: now.getTime(), spellings: (wording) => spellings(wording, 'keyword') })
}
