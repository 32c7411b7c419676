import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../database/database.ts'

/**
 * Withdraws unsent mails about deleted posts. Finds them by permalink, or by title together with the community, since a
 * title alone could match any mail. The sender of such a mail has to write it again.
 */
export async function withdrawMails(
  ctx: Ctx,
  tx: Transaction,
  posts: readonly { title: string; subreddit: string; permalink: string }[],
): Promise<number> {
  if (posts.length === 0) return 0
  const column = (value: (post: (typeof posts)[number]) => string) => sql.param(posts.map(value))
  const now = ctx.now().toISOString()
  const { rowCount } = await tx.execute(sql`
    update mail m set state = 'failed', fault = 'withdrawn: deleted on Reddit', subject = '', body_text = '',
      body_html = '', unsubscribe_url = null, next_try_at = null, finished_at = ${now}, updated_at = ${now}
    where next_try_at is not null and exists (
      select from unnest(${column(({ permalink }) => permalink)}::text[], ${column(({ title }) => title)}::text[],
        ${column(({ subreddit }) => `r/${subreddit}`)}::text[]) as p(permalink, title, community)
      cross join lateral (select lower(m.subject || ' ' || m.body_text) as said) t
      where strpos(said, lower(permalink)) > 0
        or (title <> '' and strpos(said, lower(title)) > 0 and strpos(said, lower(community)) > 0))`)
  return rowCount ?? 0
}
