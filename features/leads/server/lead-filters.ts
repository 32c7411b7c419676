import { type SQL, sql } from 'drizzle-orm'
import { post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { type Filterable, ValuesOf } from '#platform/server/database/rows/filter.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadFilters } from '../contract.ts'
import { claim, leadRead, opportunity } from './tables.ts'

/** Returns the fields that leads can be filtered by and that aren't columns of theirs, as the actor sees them. */
export function filtersOf({ actor }: Ctx): Filterable {
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
  }
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
