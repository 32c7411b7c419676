import { sql } from 'drizzle-orm'
import { survivalLeast } from '#engine/replies/reply-checks.ts'
import type { Realm } from '#engine/sources.ts'
import { replyChecksOf } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { type CommunityPlaybook, playbookRepliesMost } from '../../contract-playbook.ts'

/** A community as a project sees it. */
export interface Place {
  projectId: string
  realm: Realm
  /** In lower case and without `r/`. */
  community: string
}

/**
 * Returns how many replies in a community outlived their first day: the project's own, and those of all projects where
 * there are enough of enough customers.
 */
export async function survivalIn(
  tx: Transaction,
  { projectId, realm, community }: Place,
): Promise<CommunityPlaybook['survival']> {
  const { rows: own } = await tx.execute<CommunityPlaybook['survival']['own']>(sql`
    select count(*) filter (where state = 'live')::int as live, count(*) filter (where state = 'removed')::int as removed,
      count(*) filter (where state = 'waiting')::int as open,
      count(*) filter (where state in ('deleted', 'missing', 'notChecked'))::int as unknown
    from reply_check
    where project_id = ${projectId} and realm = ${realm} and community = ${community} and step = 'day'`)
  const { rows: all } = await tx.execute<NonNullable<CommunityPlaybook['survival']['all']>>(sql`
    select live, removed, customers from replies_of_all(${projectId}, ${realm}, ${community}, ${survivalLeast.replies},
      ${survivalLeast.customers})`)
  return { own: own[0]!, all: all[0] ?? null }
}

/** Replies count where their comment is, or else where the lead's post is. */
const repliesIn = ({ projectId, community }: Place) => sql`
  from decision d
  join opportunity o on o.project_id = d.project_id and o.id = d.opportunity_id
  join post p on p.id = o.post_id
  left join reply_check r on r.project_id = d.project_id and r.opportunity_id = d.opportunity_id and r.step = 'day'
  left join "user" u on u.id = d.user_id
  where d.project_id = ${projectId} and d.kind = 'reply' and ${isSeenAs('o')}
    and coalesce(r.community, lower(p.subreddit)) = ${community}`

/** Returns a project's latest replies in a community, with their checks. */
export async function latestReplies(ctx: Ctx, tx: Transaction, place: Place): Promise<CommunityPlaybook['replies']> {
  const { rows } = await tx.execute<{
    lead: string
    text: string | null
    permalink: string | null
    by: string
    at: Date
  }>(
    sql`select d.opportunity_id as lead, d.text, d.permalink, coalesce(u.username, d.pseudonym) as by, d.created_at as at
      ${repliesIn(place)} order by d.created_at desc, d.opportunity_id limit ${playbookRepliesMost}`,
  )
  const checks = await replyChecksOf(
    ctx,
    tx,
    rows.map(({ lead }) => ({ projectId: place.projectId, id: lead })),
  )
  return rows.map(({ at, ...reply }) => ({
    ...reply,
    at: new Date(at).toISOString(),
    checks: checks.get(reply.lead) ?? [],
  }))
}

export async function countReplies(tx: Transaction, place: Place): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count ${repliesIn(place)}`)
  return rows[0]?.count ?? 0
}
