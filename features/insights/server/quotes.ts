import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type QuoteNames, quotesIn, type ReadLead } from '#engine/insights/quotes/quotes.ts'
import { type Day, dayAfter } from '#engine/mentions/periods.ts'
import type { Realm } from '#engine/sources.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import { type InsightQuotes, type InsightQuotesQuery, leadsReadMost } from '../contract-quotes.ts'

interface Place extends Record<string, unknown> {
  id: string
  name: string
  realm: Realm
  timeZone: string
  today: Day
  competitors: string[]
}

interface LeadRow extends Record<string, unknown>, ReadLead {
  subreddit: string
  postedAt: string | null
  permalink: string
}

/** How many days count where nobody says which. */
const usualDays = 30
/** How many leads are looked through for those of some communities, at most. */
const scannedMost = 20_000
/** The characters of a body that are read (engine/insights/quotes). */
const bodyMost = 4_000

/** Returns what the authors of a project's leads say, for users who may read reports. */
export async function readInsightQuotes(
  ctx: Ctx,
  { id, query }: { id: string; query: InsightQuotesQuery },
): Promise<InsightQuotes> {
  roleIn(ctx, id)
  return quotesOf(ctx, id, query)
}

/** Does the same without a check of rights, for jobs and links. Throws NotFoundError. */
export async function quotesOf(ctx: Ctx, projectId: string, query: InsightQuotesQuery): Promise<InsightQuotes> {
  const { place, rows } = await readOnly(ctx, async (tx) => {
    const found = await placeOf(ctx, tx, projectId)
    return { place: found, rows: await leadsOf(tx, found, query) }
  })
  const leads = rows.slice(0, leadsReadMost)
  const names = { own: place.name, tracked: place.competitors }
  const { topics, otherLanguages } = await quotesInParts(leads, query.kind, names)
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  return {
    topics: topics.map(({ topic, isShared, leads: count, authors, quotes }) => ({
      topic,
      shared: isShared,
      leads: count,
      authors,
      quotes: quotes.map(({ leadId, text, marks }) => {
        const { subreddit, postedAt, permalink } = byId.get(leadId)!
        const quoted = marks.map(([start, end]): [number, number] => [start, end])
        return { text, marks: quoted, opportunity: leadId, subreddit, postedAt, permalink }
      }),
    })),
    leadsRead: leads.length,
    capped: rows.length > leadsReadMost,
    otherLanguages,
  }
}

/** Lets the process do other work in between. */
async function quotesInParts(leads: readonly ReadLead[], kind: InsightQuotesQuery['kind'], names: QuoteNames) {
  const steps = quotesIn(leads, kind, names)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await breathe()
  }
}

async function placeOf(ctx: Ctx, tx: Transaction, id: string): Promise<Place> {
  const { rows } = await tx.execute<Place>(sql`
    select id, name, realm, time_zone as "timeZone",
      to_char(${ctx.now().toISOString()}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today,
      array(select c.name from competitor c where c.project_id = project.id order by c.name) as competitors
    from project where id = ${id}`)
  if (!rows[0]) throw new ApiError('NotFoundError', 'Not Found')
  return rows[0]
}

/** Returns the newest leads of the period, and one more if there are more. What is deleted on Reddit has no label. */
async function leadsOf(
  tx: Transaction,
  { id, realm, timeZone, today }: Place,
  { from, to = today, subreddits }: InsightQuotesQuery,
): Promise<LeadRow[]> {
  const wanted = subreddits.map((name) => name.toLowerCase())
  const first = from ?? dayAfter(to, 1 - usualDays)
  const midnight = (day: Day, later: number) =>
    sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`
  const inCommunity = wanted.length === 0 ? sql`true` : sql`lower(p.subreddit) = any (${sql.param(wanted)})`
  const { rows } = await tx.execute<LeadRow>(sql`
    with newest as materialized (
      select o.id, o.post_id, o.posted_at from opportunity o
      where o.project_id = ${id} and o.sibling_of is null and ${isReleasedAs('o')} and o.realm = ${realm}
        and o.state <> 'rejected' and o.label > 0
        and coalesce(o.posted_at, '-infinity') >= ${midnight(first, 0)}
        and coalesce(o.posted_at, '-infinity') < ${midnight(to, 1)}
      order by coalesce(o.posted_at, '-infinity') desc, o.id desc
      limit ${wanted.length === 0 ? leadsReadMost + 1 : scannedMost}
    )
    select n.id, p.kind, p.title, left(p.body, ${bodyMost}) as body, p.author, p.subreddit, p.permalink,
      to_char(n.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "postedAt"
    from newest n join post p on p.id = n.post_id
    where ${inCommunity} and (p.title <> '' or p.body <> '')
    order by coalesce(n.posted_at, '-infinity') desc, n.id desc limit ${leadsReadMost + 1}`)
  return rows
}
