import { sql } from 'drizzle-orm'
import { bareCommunity } from '#engine/reddit/forgotten-text.ts'
import type { Realm } from '#engine/sources.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'

/**
 * Forgets what SEO receipts quote of threads that are gone: titles, also those in addresses, and which names they had.
 * That they ranked or were cited stays. Locks threads in the order of their projects. Returns the projects.
 */
export async function forgetSeoThreads(
  ctx: Ctx,
  tx: Transaction,
  { realm, outsideIds }: { realm: Realm; outsideIds: readonly bigint[] },
): Promise<string[]> {
  const projects = new Set<string>()
  for (const outsideId of outsideIds) {
    const url = `https://www.reddit.com/comments/${outsideIdText({ outsideId, outsideName: null })}/`
    const of = sql`outside_id = ${outsideId.toString()} and realm = ${realm}`
    const { rows } = await tx.execute<{ projectId: string }>(sql`
      with held as materialized (
        select project_id, id from seo_thread where ${of} and forgotten_at is null order by project_id, id for update
      ), receipts as (
        update seo_receipt r set title = '', url = ${url} from held h
        where r.project_id = h.project_id and r.thread_id = h.id
      )
      update seo_thread t set title = '', named = null, named_in = null, comments = null, last_answer_at = null,
        subreddit = case when lower(left(subreddit, 2)) = 'u_' then ${bareCommunity('u_')} else subreddit end,
        permalink = case when lower(left(subreddit, 2)) = 'u_' then ${new URL(url).pathname} else permalink end,
        forgotten_at = ${ctx.now().toISOString()}, updated_at = ${ctx.now().toISOString()}
      from held h where t.project_id = h.project_id and t.id = h.id
      returning t.project_id as "projectId"`)
    for (const { projectId } of rows) projects.add(projectId)
  }
  await announce(ctx, tx, 'seo', [...projects])
  return [...projects]
}
