import { sql } from 'drizzle-orm'
import { requireLead } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { Companion } from '../contract-team.ts'

/** How many are returned, the most important first. */
const companionsMost = 10

/**
 * Returns who else is at a lead or in its thread: who replied to another lead of the thread, who is writing a reply, and
 * who claimed the lead. Looks into the other projects of the same owner too, as far as the caller is in their team:
 * row-level security hides the rest.
 */
export async function readReplyCompany(ctx: Ctx, { id }: { id: string }): Promise<Companion[]> {
  const userId = signedInId(ctx)
  return readOnly(ctx, async (tx) => {
    const { projectId } = await requireLead(ctx, tx, id)
    requireRight(ctx, projectId, 'decide')
    const { rows } = await tx.execute<CompanionRow>(sql`
      with here as (
        select o.realm, lower(p.subreddit) as subreddit, lower(thread_of(p.permalink, p.id)) as thread
        from opportunity o join post p on p.id = o.post_id
        where o.project_id = ${projectId} and o.id = ${id}
      ), place as (
        select ${projectId}::uuid as id
        union
        select other.project_id from member own
        join member other on other.user_id = own.user_id and other.role = 'owner'
        join project j on j.id = other.project_id and j.status not in ('draft', 'archived')
        where own.project_id = ${projectId} and own.role = 'owner'
      ), present as (
        select 'replied' as kind, d.project_id, d.opportunity_id, coalesce(u.username, d.pseudonym) as by,
          d.created_at as at, d.permalink
        from decision d left join "user" u on u.id = d.user_id
        where d.project_id in (select id from place) and d.kind = 'reply' and d.opportunity_id <> ${id}
        union all
        select 'answering', a.project_id, a.opportunity_id, u.username, a.until, null
        from answering a join "user" u on u.id = a.user_id
        where a.project_id in (select id from place) and a.until > ${ctx.now().toISOString()} and a.user_id <> ${userId}
        union all
        select 'claimed', c.project_id, c.opportunity_id, u.username, c.created_at, null
        from claim c join "user" u on u.id = c.user_id
        where c.project_id = ${projectId} and c.opportunity_id = ${id} and c.user_id <> ${userId}
      )
      select t.kind, o.id as opportunity, j.id as "projectId", j.name as "projectName", t.by, t.at, t.permalink
      from present t
      join opportunity o on o.project_id = t.project_id and o.id = t.opportunity_id and ${isSeenAs('o')}
      join post p on p.id = o.post_id
      join project j on j.id = o.project_id
      join here on here.realm = o.realm and here.subreddit = lower(p.subreddit)
        and here.thread = lower(thread_of(p.permalink, p.id))
      order by t.kind = 'claimed', t.kind = 'replied', t.at desc, o.id limit ${companionsMost}`)
    return rows.map(({ projectId: place, projectName, at, ...row }) => ({
      ...row,
      project: { id: place, name: projectName },
      at: new Date(at).toISOString(),
    }))
  })
}

interface CompanionRow extends Record<string, unknown>, Omit<Companion, 'project'> {
  projectId: string
  projectName: string
}
