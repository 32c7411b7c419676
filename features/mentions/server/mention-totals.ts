import { and, type SQL, sql } from 'drizzle-orm'
import { mentionKinds } from '#engine/mentions/mention-content.ts'
import { totalMax } from '#platform/contract/query/filters.ts'
import type { Query } from '#platform/contract/query/query.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { compile } from '#platform/server/database/rows/filter.ts'
import { ownRows } from '#platform/server/database/rows/find.ts'
import { type MentionTotals, namesMax } from '../contract.ts'
import { mentions } from './mentions.ts'
import { mention } from './tables.ts'

/** Counts the mentions of the actor's projects that match a query's filters; of very many, the newest. */
export async function mentionTotals(ctx: Ctx, { where }: Pick<Query, 'where'>): Promise<MentionTotals> {
  const wanted = and(
    ownRows(ctx, mentions),
    where ? compile(where, { ...mentions.columns, ...mentions.derived }) : undefined,
  )
  const { rows } = await readOnly(ctx, (tx) =>
    tx.execute<MentionTotals & Record<string, unknown>>(sql`
      with first as materialized (
        select ${mention.id}, ${mention.kind}, ${mention.sentiment}, ${mention.named}, ${mention.subreddit} from ${mention}
        where ${wanted ?? sql`true`} order by ${mention.id} desc limit ${totalMax + 1}
      ), counted as (
        select * from first order by id desc limit ${totalMax}
      ), by_kind as (
        select kind, ${bySentiment(sql`sentiment`)} from counted group by kind
      ), by_name as (
        select n->>'id' as id, (array_agg(n->>'kind' order by counted.id desc))[1] as kind,
          (array_agg(n->>'phrase' order by counted.id desc))[1] as phrase, ${bySentiment(sql`n->>'sentiment'`)}
        from counted cross join jsonb_array_elements(named) n group by 1 order by count(*) desc, 1 limit ${namesMax}
      ), by_community as (
        select subreddit from counted where subreddit <> '' group by 1 order by count(*) desc, 1 limit ${namesMax}
      )
      select (select count(*)::int from counted) as counted, (select count(*) > ${totalMax} from first) as capped,
        (select coalesce(json_agg(k order by array_position(${sql.param([...mentionKinds])}::text[], k.kind)), '[]')
          from by_kind k) as kinds,
        (select coalesce(json_agg(n), '[]') from by_name n) as named,
        (select coalesce(json_agg(subreddit), '[]') from by_community) as communities`),
  )
  return rows[0]!
}

function bySentiment(sentiment: SQL): SQL {
  const counted = (condition: SQL) => sql`(count(*) filter (where ${sentiment} ${condition}))::int`
  return sql`${counted(sql`= 'positive'`)} as positive, ${counted(sql`= 'neutral'`)} as neutral,
    ${counted(sql`= 'negative'`)} as negative, ${counted(sql`is null`)} as unknown`
}
