import { type SQL, sql } from 'drizzle-orm'
import { dayAfter, daysOf, periodOf, periodsOf } from '#engine/mentions/periods.ts'
import { spikesOf, spikeWindow } from '#engine/mentions/spikes.ts'
import type { Realm } from '#engine/sources.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { totalMax } from '#platform/contract/query/filters.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { literal } from '#platform/server/database/rows/filter.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import {
  type MentionSpike,
  type MentionTrends,
  type MentionTrendsQuery,
  type NameTrend,
  trendsMax,
} from '../contract.ts'
import { isMuted } from './mutes.ts'

/** How often a name was mentioned on a day with a sentiment. */
interface DayCount extends Record<string, unknown>, Pick<NameTrend, 'id' | 'kind' | 'phrase'> {
  day: string
  sentiment: 'positive' | 'neutral' | 'negative' | 'unknown'
  mentions: number
}

interface Place extends Record<string, unknown> {
  id: string
  name: string
  realm: Realm
  timeZone: string
  today: string
}

/** Which mentions count. */
type Counted = Pick<MentionTrendsQuery, 'communities' | 'sentiments' | 'text'>

/**
 * Returns how often each name of a project was mentioned over time, handled or not, with the spikes and the threads
 * behind them. With a query's filters, only those mentions count, for the spikes too. Muted mentions and those without a date don't count.
 */
export async function readMentionTrends(
  ctx: Ctx,
  { id, query }: { id: string; query: MentionTrendsQuery },
): Promise<MentionTrends> {
  roleIn(ctx, id)
  if (query.from && query.to && query.from > query.to) {
    throw new ApiError('ValidationError', 'from must not be after to')
  }
  return readOnly(ctx, async (tx) => {
    const place = await placeOf(ctx, tx, id)
    const to = query.to && query.to < place.today ? query.to : place.today
    // The days before the period say what is usual at its start.
    const since = query.from ? dayAfter(query.from, -spikeWindow) : null
    const { counts, capped, hasEarlier } = await countedDays(tx, place, query, { since, to })
    const first = counts.reduce((least, { day }) => (day < least ? day : least), to)
    const from = query.from && !(capped && first > query.from) ? query.from : first
    const { unit, periods } = periodsOf(from, to)
    const at = new Map(periods.map((period, index) => [period, index]))
    const inPeriod = counts.filter(({ day }) => day >= from)
    const brand = { id, kind: 'brand', phrase: place.name } as const
    const names = namesOf(inPeriod, brand, periods.length, (day) => at.get(periodOf(day, unit)) ?? null)
    const spikes = await spikesWithThreads(
      tx,
      place,
      query,
      spikesIn(counts, { first: since !== null && hasEarlier ? since : first, from, to }),
    )
    return { unit, periods, names, spikes, capped }
  })
}

/** The filters of all mentions. */
const everything: Counted = { communities: [], sentiments: [], text: '' }

/** Returns yesterday's and today's spikes of a project, for jobs. */
export async function latestSpikes(ctx: Ctx, tx: Transaction, id: string): Promise<FoundSpike[]> {
  const place = await placeOf(ctx, tx, id)
  const from = dayAfter(place.today, -1)
  const since = dayAfter(from, -spikeWindow)
  const { counts, hasEarlier } = await countedDays(tx, place, everything, { since, to: place.today })
  const first = hasEarlier ? since : counts.reduce((least, { day }) => (day < least ? day : least), place.today)
  return spikesIn(counts, { first, from, to: place.today })
}

async function placeOf(ctx: Ctx, tx: Transaction, id: string): Promise<Place> {
  const { rows } = await tx.execute<Place>(sql`
    select id, name, realm, time_zone as "timeZone",
      to_char(${ctx.now().toISOString()}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today
    from project where id = ${id}`)
  if (!rows[0]) throw new ApiError('NotFoundError', 'Not Found')
  return rows[0]
}

/** Counts by name, day, and sentiment. A mention counts once for the brand, whatever names of it it has. */
async function countedDays(
  tx: Transaction,
  place: Place,
  of: Counted,
  { since, to }: { since: string | null; to: string },
): Promise<{ counts: DayCount[]; capped: boolean; hasEarlier: boolean }> {
  const { id, name, timeZone } = place
  const start = since === null ? sql`'-infinity'::timestamptz` : midnight(sql`${since}::date`, timeZone)
  const { rows } = await tx.execute<DayCount & { total: number; hasEarlier: boolean }>(sql`
    with newest as materialized (
      select * from mention m
      where ${isSeenIn(place)} and ${isCounted(of)} and ${postedAt} >= ${start}
        and m.posted_at is not null and ${postedAt} < ${midnight(sql`${to}::date + 1`, timeZone)}
      order by ${postedAt} desc, m.id desc limit ${totalMax + 1}
    ), counted as (
      select m.id, m.named, m.posted_at from newest m where not ${isMuted(sql`m`)}
    ), named as (
      select distinct on (c.id, n->>'kind' = 'brand', n->>'id') c.id, c.posted_at, n->>'kind' as kind,
        case n->>'kind' when 'brand' then ${id} else n->>'id' end as name,
        case n->>'kind' when 'brand' then ${name} else n->>'phrase' end as phrase,
        coalesce(n->>'sentiment', 'unknown') as sentiment
      from counted c cross join jsonb_array_elements(c.named) with ordinality as e(n, at)
      order by c.id, n->>'kind' = 'brand', n->>'id', e.at
    ), once as (
      select distinct on (id, name) * from named where ${hasSentiment(sql`sentiment`, of)} order by id, name
    )
    select name as id, (array_agg(kind order by posted_at desc))[1] as kind,
      (array_agg(phrase order by posted_at desc))[1] as phrase, sentiment, count(*)::int as mentions,
      to_char(posted_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      (select count(*)::int from newest) as total,
      exists (select from mention m where ${isSeenIn(place)} and m.posted_at < ${start}) as "hasEarlier"
    from once group by name, sentiment, day order by day`)
  const [first] = rows
  return { counts: rows, capped: (first?.total ?? 0) > totalMax, hasEarlier: first?.hasEarlier ?? false }
}

/** Returns the condition for the mentions that users of a project see. With its realm, the planner knows that many are. */
function isSeenIn({ id, realm }: Place): SQL {
  return sql`m.project_id = ${id} and ${isReleasedAs('m')} and m.realm = ${realm}`
}

/** Returns the condition for the mentions that count, whatever their names. */
function isCounted({ communities, text }: Counted): SQL {
  const inCommunity = communities.length === 0 ? sql`true` : sql`m.subreddit = any (${sql.param(communities)})`
  return text === '' ? inCommunity : sql`(${inCommunity} and m.sentence ilike ${`%${literal(text)}%`})`
}

function hasSentiment(sentiment: SQL, { sentiments }: Counted): SQL {
  return sentiments.length === 0 ? sql`true` : sql`${sentiment} = any (${sql.param(sentiments)})`
}

/** As in the index by age. */
const postedAt = sql`coalesce(m.posted_at, '-infinity')`

/** Returns the instant at which a day begins. */
function midnight(day: SQL, timeZone: string): SQL {
  return sql`((${day})::timestamp at time zone ${timeZone})`
}

type Name = Pick<NameTrend, 'id' | 'kind' | 'phrase'>

function namesOf(
  counts: readonly DayCount[],
  brand: Name,
  length: number,
  indexOf: (day: string) => number | null,
): NameTrend[] {
  const names = new Map<string, NameTrend>()
  const entry = ({ id, kind, phrase }: Name) => {
    const known = names.get(id)
    if (known) return known
    const zero = { positive: 0, neutral: 0, negative: 0, unknown: 0 }
    const added = { id, kind, phrase, ...zero, counts: Array.from({ length }, () => 0) }
    names.set(id, added)
    return added
  }
  entry(brand)
  for (const { day, sentiment, mentions, ...name } of counts) {
    const trend = entry(name)
    // Days are in order, so that the newest phrase stays.
    trend.phrase = name.phrase
    trend[sentiment] += mentions
    const index = indexOf(day)
    if (index !== null) trend.counts[index]! += mentions
  }
  const ranked = [...names.values()].sort((a, b) => sumOf(b) - sumOf(a))
  return ranked.filter(({ id }, index) => index < trendsMax || id === brand.id)
}

function sumOf({ positive, neutral, negative, unknown }: NameTrend): number {
  return positive + neutral + negative + unknown
}

type FoundSpike = Omit<MentionSpike, 'thread'>

/** Returns the newest spikes of all names within a period. `first` is the day from which it is known what is usual. */
function spikesIn(
  counts: readonly DayCount[],
  { first, from, to }: Record<'first' | 'from' | 'to', string>,
): FoundSpike[] {
  const days = daysOf(first, to)
  const at = new Map(days.map((day, index) => [day, index]))
  const byName = Map.groupBy(counts, ({ id }) => id)
  const spikes = [...byName.values()].flatMap((own) => {
    const series = days.map(() => 0)
    for (const { day, mentions } of own) series[at.get(day)!]! += mentions
    const { id, kind, phrase } = own.at(-1)!
    return spikesOf(series).map(({ index, count, usual }) => ({
      ...{ id, kind, phrase, usual },
      day: days[index]!,
      mentions: count,
    }))
  })
  return spikes
    .filter(({ day }) => day >= from)
    .sort((a, b) => b.day.localeCompare(a.day) || b.mentions - a.mentions)
    .slice(0, trendsMax)
}

interface SpikeThread extends Record<string, unknown> {
  place: string
  mention: string
  title: string
  subreddit: string
  mentions: number
}

/** Adds to each spike the thread with the most of its mentions, represented by its post or its best comment. */
async function spikesWithThreads(
  tx: Transaction,
  place: Place,
  of: Counted,
  spikes: readonly FoundSpike[],
): Promise<MentionSpike[]> {
  if (spikes.length === 0) return []
  const { id, timeZone } = place
  const column = (value: (spike: FoundSpike) => string) => sql.param(spikes.map(value))
  const named = (spike: FoundSpike) => JSON.stringify([spike.kind === 'brand' ? { kind: 'brand' } : { id: spike.id }])
  const { rows } = await tx.execute<SpikeThread>(sql`
    select s.place, t.mention, t.mentions, m.subreddit, coalesce(nullif(p.title, ''), m.sentence) as title
    from unnest(${column(({ day }) => day)}::date[], ${column(named)}::jsonb[]) with ordinality as s(day, named, place)
    cross join lateral (
      select (array_agg(m.id order by p.kind = 'post' desc, p.score desc nulls last, m.id))[1] as mention,
        count(*)::int as mentions
      from mention m join post p on p.id = m.post_id
      where ${isSeenIn(place)} and ${isCounted(of)} and not ${isMuted(sql`m`)} and m.named @> s.named
        and exists (select from jsonb_array_elements(m.named) n
          where n @> (s.named->0) and ${hasSentiment(sql`coalesce(n->>'sentiment', 'unknown')`, of)})
        and ${postedAt} >= ${midnight(sql`s.day`, timeZone)} and ${postedAt} < ${midnight(sql`s.day + 1`, timeZone)}
      group by thread_of(p.permalink, p.id)
      order by count(*) desc, max(p.score) desc nulls last, max(p.num_comments) desc nulls last, 1 limit 1
    ) t
    join mention m on m.project_id = ${id} and m.id = t.mention
    join post p on p.id = m.post_id`)
  const threads = new Map(rows.map(({ place, ...thread }) => [Number(place) - 1, thread]))
  return spikes.flatMap((spike, index) => {
    const thread = threads.get(index)
    return thread ? [{ ...spike, thread }] : []
  })
}
