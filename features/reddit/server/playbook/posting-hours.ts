import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { CommunityPlaybook } from '../../contract-playbook.ts'
import type { Place } from './replies-in-community.ts'

const days = 90
/** The most posts that are counted, the newest. */
const postsMost = 5_000
const dayMs = 24 * 3_600_000

/** Counts the stored posts and comments of a community by day of the week and hour, in the user's time zone. */
export async function postingHours(
  ctx: Ctx,
  tx: Transaction,
  { projectId, community }: Place,
  projectTimeZone: string,
): Promise<CommunityPlaybook['hours']> {
  const timeZone = (await ownTimeZone(ctx, tx)) ?? projectTimeZone
  const since = new Date(ctx.now().getTime() - days * dayMs).toISOString()
  const { rows } = await tx.execute<{ weekday: number; hour: number; posts: number }>(sql`
    select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, count(*)::int as posts
    from (
      select posted_at at time zone ${timeZone} as at
      from find_posts(${projectId}, ${`'r/${community}'`}::tsquery, ${ctx.now().toISOString()},
        'ffffffff-ffff-ffff-ffff-ffffffffffff', ${since}, ${postsMost + 1}, 1, true, ${postsMost})
    ) p group by 1, 2`)
  const counts = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour, posts } of rows) counts[weekday - 1]![hour] = posts
  const posts = rows.reduce((sum, row) => sum + row.posts, 0)
  return { timeZone, days, posts, capped: posts > postsMost, counts }
}

async function ownTimeZone({ actor }: Ctx, tx: Transaction): Promise<string | null> {
  if (actor.kind !== 'user') return null
  const { rows } = await tx.execute<{ timeZone: string | null }>(
    sql`select time_zone as "timeZone" from "user" where id = ${actor.userId}`,
  )
  return rows[0]?.timeZone ?? null
}
