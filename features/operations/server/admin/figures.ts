import { and, gte, lt, notLike, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { sourceHealth } from '#platform/server/database/tables.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { OperatorFigures, ServerErrors } from '../../contract-admin.ts'
import { readAllFailures } from '../health/failures.ts'
import { readVisits } from '../visits/counts.ts'
import { readFirstLeads } from '../visits/first-leads.ts'
import { requireAdmin } from './require-admin.ts'

const dayMs = 24 * 3_600_000

/** Returns what visitors did, and how far the new users of a span of days came. Throws NotFoundError. */
export async function readOperatorFigures(ctx: Ctx, range: { from: string; to: string }): Promise<OperatorFigures> {
  const own = await readOnly(ctx, async (tx) => {
    const admin = await requireAdmin(ctx, tx)
    return {
      visits: await readVisits(tx, range),
      signups: await signupsPerDay(tx, range),
      funnel: await readFunnel(ctx, tx, admin.id, range),
    }
  })
  const { pages, referrers, events } = own.visits
  const visited = new Map(own.visits.days.map((each) => [each.day, each]))
  const days = daysOf(range).map((day) => {
    const { visitors = 0, views = 0 } = visited.get(day) ?? {}
    return { day, visitors, views, signups: own.signups.get(day) ?? 0 }
  })
  const firstLeads = await readOnly(asJob(ctx), readFirstLeads)
  return { days, pages, referrers, events, funnel: own.funnel, firstLeads }
}

/** Returns what fails on the server. Throws NotFoundError unless an internal admin asks. */
export async function readServerErrors(ctx: Ctx): Promise<ServerErrors> {
  await readOnly(ctx, (tx) => requireAdmin(ctx, tx))
  return readOnly(asJob(ctx), async (tx) => {
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::integer as count from mail where state = 'failed'`,
    )
    const sources = await tx.select().from(sourceHealth).orderBy(sourceHealth.source)
    return {
      failedMails: rows[0]?.count ?? 0,
      sources: sources.flatMap(({ source, error, lastSuccessAt }) =>
        error === null ? [] : [{ source, error, lastSuccessAt: lastSuccessAt?.toISOString() ?? null }],
      ),
      jobs: await readAllFailures(tx),
    }
  })
}

/** Only after requireAdmin(): a job sees all projects. */
function asJob(ctx: Ctx): Ctx {
  return actingAs(ctx, { kind: 'job', name: 'operator' })
}

function daysOf({ from, to }: { from: string; to: string }): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.round((last - first) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10))
}

function instantsOf({ from, to }: { from: string; to: string }): { first: Date; after: Date } {
  return { first: new Date(from), after: new Date(Date.parse(to) + dayMs) }
}

async function signupsPerDay(tx: Transaction, range: { from: string; to: string }): Promise<Map<string, number>> {
  const { first, after } = instantsOf(range)
  const day = sql<string>`to_char(${user.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`
  const created = and(gte(user.createdAt, first), lt(user.createdAt, after), notLike(user.email, 'erased:%'))
  const rows = await tx.select({ day, count: sql<number>`count(*)::integer` }).from(user).where(created).groupBy(day)
  return new Map(rows.map((row) => [row.day, row.count]))
}

async function readFunnel(
  ctx: Ctx,
  tx: Transaction,
  adminId: string,
  range: { from: string; to: string },
): Promise<OperatorFigures['funnel']> {
  const { first, after } = instantsOf(range)
  const { rows } = await tx.execute<OperatorFigures['funnel'] & Record<string, unknown>>(sql`
    select * from signup_funnel(${adminId}::uuid, ${sql.param([...ctx.adminEmails])}::text[],
      ${first.toISOString()}::timestamptz, ${after.toISOString()}::timestamptz)`)
  return rows[0] ?? { signups: 0, projects: 0, leads: 0, replies: 0 }
}
