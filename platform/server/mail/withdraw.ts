import { type SQL, sql } from 'drizzle-orm'
import { placeName } from '#engine/places/places.ts'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../database/database.ts'

type Withdrawn = readonly { title: string; subreddit: string; permalink: string }[]

/**
 * Withdraws unsent mails about deleted posts, and deletes those that are kept for admins to read. The sender of an unsent
 * one has to write it again. Returns how many were unsent.
 */
export async function withdrawMails(ctx: Ctx, tx: Transaction, posts: Withdrawn): Promise<number> {
  if (posts.length === 0) return 0
  const now = ctx.now().toISOString()
  await tx.execute(sql`delete from mail m where kept and ${isAbout(posts)}`)
  const { rowCount } = await tx.execute(sql`
    update mail m set state = 'failed', fault = 'withdrawn: deleted on Reddit', subject = '', body_text = '',
      body_html = '', unsubscribe_url = null, next_try_at = null, finished_at = ${now}, updated_at = ${now}
    where next_try_at is not null and ${isAbout(posts)}`)
  return rowCount ?? 0
}

/**
 * Finds mails by permalink, or by title together with the community, since a title alone could match any mail.
 */
function isAbout(posts: Withdrawn): SQL {
  const column = (value: (post: Withdrawn[number]) => string) => sql.param(posts.map(value))
  return sql`exists (
    select from unnest(${column(({ permalink }) => permalink)}::text[], ${column(({ title }) => title)}::text[],
      ${column(({ subreddit }) => placeName(subreddit))}::text[]) as p(permalink, title, community)
    cross join lateral (select lower(m.subject || ' ' || m.body_text) as said) t
    where strpos(said, lower(permalink)) > 0
      or (title <> '' and strpos(said, lower(title)) > 0 and strpos(said, lower(community)) > 0))`
}
