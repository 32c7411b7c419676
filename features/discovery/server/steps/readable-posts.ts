import { type SQL, sql } from 'drizzle-orm'
import type { RunRow } from '../runs.ts'

const dayMs = 24 * 3_600_000

/**
 * The condition for the posts (post) that a run reads: stored before it started, in its project's realm, communities,
 * and window, with their whole text. The project's own copy of an imported post replaces the shared one. Other tables
 * are looked up per post: joins would read them from their start for every page.
 */
export function isReadBy({ projectId, realm, criteria, createdAt }: RunRow): SQL {
  const { days, communities } = criteria
  const since = days === null ? null : new Date(createdAt.getTime() - days * dayMs).toISOString()
  return sql`post.realm = ${realm} and post.created_at <= ${createdAt.toISOString()}
    and (post.title <> '' or post.body <> '')
    and (post.project_id = ${projectId} or post.project_id is null and (
      select own.id from post own where own.project_id = ${projectId} and own.source = post.source
        and own.kind = post.kind and own.outside_id = post.outside_id) is null)
    and (${since}::timestamptz is null or post.posted_at >= ${since}::timestamptz)
    and (${communities.length === 0} or lower(post.subreddit) = any (${sql.param(communities)}::text[]))
    and coalesce((select c.standing from post_check c where c.post_id = post.id), 'there') = 'there'
    and (select l.choice from lead_choice l where l.project_id = ${projectId} and l.post_id = post.id)
      is distinct from 'dismissed'`
}
