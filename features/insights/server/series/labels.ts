import { sql } from 'drizzle-orm'
import { communityLabel, valueLabel } from '#engine/insights/labels.ts'
import type { Grouping } from '#engine/insights/metrics.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { insightDay } from '../rollups/tables.ts'
import type { Place, Range } from './place.ts'

/** Returns the labels of keys that aren't times. Keys without a label are their own. */
export async function labelsOf(
  tx: Transaction,
  place: Place,
  range: Range,
  { grouping, keys, spelled }: { grouping: Grouping; keys: readonly string[]; spelled: ReadonlyMap<string, string> },
): Promise<(key: string) => string> {
  if (grouping === 'name') {
    const names = await namesOf(tx, place, keys)
    return (key) => names.get(key) ?? 'Deleted name'
  }
  if (grouping !== 'subreddit') return (key) => valueLabel(grouping, key)
  const missing = keys.filter((key) => !spelled.has(key))
  const found = new Map([...spelled, ...(await spellingsOf(tx, place, range, missing))])
  return (key) => communityLabel(found.get(key) ?? key)
}

async function spellingsOf(
  tx: Transaction,
  { id, realm }: Place,
  { from, to }: Range,
  keys: readonly string[],
): Promise<[string, string][]> {
  if (keys.length === 0) return []
  const { rows } = await tx.execute<{ key: string; spelled: string }>(sql`
    select community as key, max(value) as spelled from ${insightDay}
    where project_id = ${id} and realm = ${realm} and metric in ('leads', 'mentions', 'decisions') and scope = 'month'
      and dimension = 'total' and day between date_trunc('month', ${from}::date) and ${to}::date
      and community = any (${sql.param([...keys])}::text[])
    group by 1`)
  return rows.map(({ key, spelled }) => [key, spelled])
}

/** Names as they are in the watchlist now, or else as the newest mention has them. */
async function namesOf(tx: Transaction, place: Place, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ key: string; name: string | null }>(sql`
    select key, case when key = ${place.id} then ${place.name} else coalesce(
      (select name from competitor where project_id = ${place.id} and id::text = key),
      (select query from keyword where project_id = ${place.id} and id::text = key),
      (select n->>'phrase' from mention m cross join jsonb_array_elements(m.named) n
        where m.project_id = ${place.id} and n->>'id' = key and m.released_at is not null
          and (m.competitor_ids @> array[key::uuid] or m.keyword_ids @> array[key::uuid])
        order by m.posted_at desc nulls last limit 1)) end as name
    from unnest(${sql.param([...keys])}::text[]) key`)
  return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name]])))
}
