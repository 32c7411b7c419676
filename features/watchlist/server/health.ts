import { type SQL, sql } from 'drizzle-orm'
import { healthDays } from '#engine/candidates/health-days.ts'
import { type DecidedFind, type Finds, type PhraseName, subjectWords } from '#engine/candidates/keyword-health.ts'
import type { DecidedText } from '#engine/candidates/proposals.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isInRealmAs, isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import { type Basis, type BasisRow, basisOf, datedMatches } from './dated-matches.ts'

/** The most candidates and decisions read per project, newest first. */
const findsMost = 10_000
const decidedMost = 300
const textChars = 2_000

/** Returns the project's released matches, grouped and counted, and what they are based on; null without any. */
export async function findsOf(
  tx: Transaction,
  projectId: string,
  now: Date,
): Promise<{ finds: Finds[]; basis: Basis | null }> {
  const { rows } = await tx.execute<FindsRow>(sql`
    with ${datedMatches(sql`array[${projectId}::uuid]`, sql`${findsMost}`, now)}
    select names, "daysAgo", outcome, count(*)::int as count,
      b."from", to_json(b.since)#>>'{}' as since, to_json(b.until)#>>'{}' as until, b."isComplete"
    from basis b, (
      select ${namesIn(sql`n.hits`)} as names,
        coalesce(floor(extract(epoch from ${now.toISOString()}::timestamptz - n.at) / 86400)::int, ${healthDays})
          as "daysAgo",
        case when o.id is null then 'none' when o.state = 'rejected' then 'rejected'
          when o.state = 'replied' or o.saved then 'accepted' else 'lead' end as outcome
      from matches n left join opportunity o on o.project_id = ${projectId} and o.post_id = n.post_id
      where o.id is null or ${isReleasedAs('o')}
    ) found
    group by 1, 2, 3, b."from", b.since, b.until, b."isComplete"`)
  const [first] = rows
  return {
    finds: rows.map(({ names, daysAgo, outcome, count }) => ({ daysAgo, outcome, count, phrases: names.map(toName) })),
    basis: first ? basisOf(first) : null,
  }
}

interface FindsRow extends BasisRow, Pick<Finds, 'daysAgo' | 'outcome' | 'count'> {
  names: string[]
}

/** Returns the newest decided leads with their matched entries, their words and the decision. */
export async function decidedFinds(tx: Transaction, projectId: string): Promise<(DecidedFind & DecidedText)[]> {
  const { rows } = await tx.execute<DecidedText & { names: string[] } & Record<string, unknown>>(sql`
    select ${namesIn(sql`c.hits`)} as names, d.accepted, p.title, left(p.body, ${textChars}) as body, p.subreddit
    from (
      select opportunity_id, bool_and(kind <> 'rejection') as accepted, max(created_at) as at
      from (
        select * from decision where project_id = ${projectId} order by created_at desc limit ${2 * decidedMost}
      ) newest
      group by 1
    ) d
    join opportunity o on o.project_id = ${projectId} and o.id = d.opportunity_id and ${isInRealmAs('o')}
    join post p on p.id = o.post_id
    left join candidate c on c.project_id = ${projectId} and c.post_id = o.post_id
    order by d.at desc, o.id limit ${decidedMost}`)
  return rows.map(({ names, ...row }) => {
    return { ...row, phrases: names.map(toName), words: subjectWords(`${row.title}\n${row.body}`) }
  })
}

/** Returns the distinct keywords and competitors among hits. */
function namesIn(hits: SQL): SQL {
  return sql`array(
    select distinct h->>'kind' || ' ' || (h->>'phrase')
    from jsonb_array_elements(${hits}) h where h->>'kind' <> 'profile' order by 1)`
}

function toName(name: string): PhraseName {
  const gap = name.indexOf(' ')
  return { kind: name.slice(0, gap) === 'competitor' ? 'competitor' : 'keyword', phrase: name.slice(gap + 1) }
}
