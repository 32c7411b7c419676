import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { replyDueSpan } from '#engine/order/reply-window.ts'
import { post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { type Filterable, ValuesOf } from '#platform/server/database/rows/filter.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadFilters } from '../contract.ts'
import { claim, leadRead, opportunity, replyCheck } from './tables.ts'

/** Returns the fields that leads can be filtered by and that aren't columns of theirs, as the actor sees them. */
export function filtersOf(ctx: Ctx): Filterable {
  const { actor } = ctx
  const userId = actor.kind === 'user' ? actor.userId : null
  return {
    text: ofPost(sql`concat_ws(' ', p.title, p.body, p.author, p.subreddit)`),
    numComments: ofPost(sql`p.num_comments`),
    subreddit: ofPost(sql`p.subreddit`),
    permalink: ofPost(sql`p.permalink`),
    keyword: phrasesOf('keyword'),
    competitor: phrasesOf('competitor'),
    claimed: sql`coalesce((
      select case when c.user_id = ${userId}::uuid then 'me' else 'others' end from ${claim} c
      where c.project_id = ${opportunity.projectId} and c.opportunity_id = ${opportunity.id}), 'nobody')`,
    unread: sql`(not exists (
      select from ${leadRead} r where r.project_id = ${opportunity.projectId} and r.user_id = ${userId}::uuid
        and r.opportunity_id = ${opportunity.id}))`,
    due: isDue(ctx, userId),
    visibility,
    hour: postedPart('HH24'),
    weekday: postedPart('ID'),
  }
}

/**
 * Whether a user is to answer a new lead now: it is saved and nobody's or claimed by the user, and its reply window closes,
 * or the user's reminder is due. The IDs are read first, since they are few.
 */
function isDue(ctx: Ctx, userId: string | null): SQL {
  const { after, until } = replyDueSpan(ctx.now().getTime())
  const closes = and(
    gt(opportunity.postedAt, new Date(after)),
    lte(opportunity.postedAt, new Date(until)),
    eq(opportunity.state, 'new'),
    ownProjects(ctx, opportunity.projectId),
  )
  return sql`(${opportunity.state} = 'new' and ${opportunity.id} = any (array(
    select ${opportunity.id} from ${opportunity}
    where ${closes} and ${opportunity.saved} and not exists (
      select from ${claim} c where c.project_id = ${opportunity.projectId} and c.opportunity_id = ${opportunity.id})
    union all
    select ${opportunity.id} from ${claim} join ${opportunity}
      on ${opportunity.projectId} = ${claim.projectId} and ${opportunity.id} = ${claim.opportunityId}
    where ${closes} and ${claim.userId} = ${userId}::uuid
    union all
    select r.opportunity_id from reminder r
    where r.created_by = ${userId}::uuid and not r.done and r.due_at <= ${ctx.now().toISOString()}
  )))`
}

/** What the last check of a reply that was made has found, as the archive shows it. Null without a reply. */
const visibility = sql`case when ${opportunity.state} = 'replied' then coalesce((
  select case when c.state = 'live' then 'live' when c.state in ('removed', 'deleted', 'missing') then 'removed' end
  from ${replyCheck} c
  where c.project_id = ${opportunity.projectId} and c.opportunity_id = ${opportunity.id} and c.checked_at is not null
  order by c.due_at desc limit 1), 'unchecked') end`

/** When a post is from in the project's time zone: its hour from 0 to 23, or its weekday from 1 for Monday to 7. */
function postedPart(pattern: 'HH24' | 'ID'): SQL {
  return sql`to_char(${opportunity.postedAt} at time zone (
    select p.time_zone from project p where p.id = ${opportunity.projectId}), ${pattern})::int`
}

function ofPost(expression: SQL): SQL {
  return sql`(select ${expression} from ${post} p where p.id = ${opportunity.postId})`
}

/** The keywords or names of competitors in a lead, as they are written in the watchlist. */
function phrasesOf(kind: 'keyword' | 'competitor'): ValuesOf {
  return new ValuesOf(sql`
    select h->>'phrase' as value from candidate c, jsonb_array_elements(c.hits) h
    where c.project_id = ${opportunity.projectId} and c.post_id = ${opportunity.postId} and h->>'kind' = ${kind}`)
}

/** The most names that are offered of each kind. */
const offeredMost = 100

/** Returns what a project's leads can be filtered by, for users who may read leads. */
export async function readLeadFilters(ctx: Ctx, { id }: { id: string }): Promise<LeadFilters> {
  roleIn(ctx, id)
  return readOnly(ctx, async (tx) => {
    const { rows } = await tx.execute<{ kind: string; name: string }>(sql`
      with lead as (
        select o.post_id from opportunity o
        where o.project_id = ${id} and o.sibling_of is null and ${isSeenAs('o')}
      ), named as (
        select 'community' as kind, p.subreddit as name, count(*) as leads
        from lead join post p on p.id = lead.post_id group by p.subreddit
        union all
        select h->>'kind', h->>'phrase', count(distinct c.post_id)
        from lead join candidate c on c.project_id = ${id} and c.post_id = lead.post_id,
          jsonb_array_elements(c.hits) h
        where h->>'kind' in ('keyword', 'competitor') group by 1, 2
      )
      select kind, name from (
        select *, row_number() over (partition by kind order by leads desc, name) as rank from named
      ) ranked where rank <= ${offeredMost} order by kind, rank`)
    const namesOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name)
    return { communities: namesOf('community'), keywords: namesOf('keyword'), competitors: namesOf('competitor') }
  })
}
