import type { SourceRecord } from '#engine/records/record.ts'
import { withBenchDatabase } from '../database.ts'
import type { Judged } from './judged.ts'

/**
 * Returns PostgreSQL's own ranking of the judged items for each product (ts_rank, any of its keywords): scores by
 * product and item id. Returns an error message if PostgreSQL can't be started.
 */
export async function textSearchScores(judged: Judged): Promise<Map<string, Map<string, number>> | string> {
  try {
    return await withBenchDatabase(async ({ owner }) => {
      const wanted = new Set(judged.products.flatMap(({ labels }) => [...labels.keys()]))
      const items = judged.items.filter(({ id }) => wanted.has(id))
      await owner.query('create temp table judged (id text primary key, words tsvector)')
      const column = (of: (item: SourceRecord) => string) => items.map((item) => of(item).replaceAll('\0', ''))
      await owner.query(
        `insert into judged
         select id, setweight(to_tsvector('english', title), 'A') || to_tsvector('english', body)
         from unnest($1::text[], $2::text[], $3::text[]) as item (id, title, body)`,
        [column(({ id }) => id), column(({ title }) => title), column(({ body }) => body)],
      )
      const scores = new Map<string, Map<string, number>>()
      for (const { id, profile } of judged.products) {
        const { rows } = await owner.query<{ id: string; rank: number }>(
          `select j.id, ts_rank(j.words, q.query) as rank
           from judged j, (
             select string_agg('(' || phraseto_tsquery('english', keyword)::text || ')', ' | ')::tsquery as query
             from unnest($1::text[]) as keyword where numnode(phraseto_tsquery('english', keyword)) > 0
           ) q`,
          [[...profile.keywords, ...profile.competitors]],
        )
        scores.set(id, new Map(rows.map((row) => [row.id, row.rank])))
      }
      return scores
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
