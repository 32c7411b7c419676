import { and, eq, gt, gte, ne, sql } from 'drizzle-orm'
import { billingPath } from '#engine/rules/access.ts'
import type { CreditPeriod } from '#engine/subscription/credits.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { creditEntry, creditPeriods } from '../tables.ts'
import { termsOf } from './terms.ts'

/** Credits renew by UTC days (DECISIONS 20). */
const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

interface Spending {
  projectId: string
  amount: number
  /** What it is spent on, for the list of credits. */
  note: string
  /** The ID of the suggestion that it pays for. The entry has the same one, which links the list to the lead. */
  suggestionId?: string
  /** The lead that it is spent on, if it pays for no suggestion. */
  opportunityId?: string
}

/**
 * Spends suggestion credits in the caller's transaction, so that a rollback also returns them. Returns the ID of the
 * entry for returnCredit(), or null without a limit. Throws ConflictError if too few are left.
 */
export async function spendCredit(
  ctx: Ctx,
  tx: Transaction,
  { projectId, amount, note, suggestionId, opportunityId }: Spending,
): Promise<string | null> {
  const { quota, period, renews } = await termsOf(ctx, tx, projectId)
  if (quota === null) return null
  const limit = quota.commentSuggestionCredits
  const renewsAt = period && renews ? period.end : null
  if (period === null) throw tooFew(limit, renewsAt)
  await openPeriod(ctx, tx, { projectId, period, quota: limit })
  const [left] = await tx
    .update(creditPeriods)
    .set({ remaining: sql`${creditPeriods.remaining} - ${amount}` })
    .where(and(isPeriod(projectId, period), gte(creditPeriods.remaining, amount)))
    .returning({ remaining: creditPeriods.remaining })
  if (!left) throw tooFew(limit, renewsAt)
  const id = suggestionId ?? ctx.id()
  const spent = { kind: 'spent', amount: -amount, remaining: left.remaining } as const
  await addEntry(ctx, tx, { projectId, id, period, ...spent, note, opportunityId: opportunityId ?? null })
  await announce(ctx, tx, 'billing', [projectId])
  return id
}

/** Throws ConflictError if no credit is left. Call it before work whose result will cost one. */
export async function requireCredit(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const { quota, period, renews } = await termsOf(ctx, tx, projectId)
  if (quota === null) return
  const limit = quota.commentSuggestionCredits
  if (period === null) throw tooFew(limit, null)
  await openPeriod(ctx, tx, { projectId, period, quota: limit })
  const [row] = await tx.select().from(creditPeriods).where(isPeriod(projectId, period))
  if (row!.remaining < 1) throw tooFew(limit, renews ? period.end : null)
}

/**
 * Returns the credits of an entry, once, such as after a failure. Credits of a past period have expired and stay so.
 */
export async function returnCredit(
  ctx: Ctx,
  tx: Transaction,
  { projectId, entryId, note }: { projectId: string; entryId: string; note: string },
): Promise<void> {
  const { period } = await termsOf(ctx, tx, projectId)
  const [spent] = await tx
    .select()
    .from(creditEntry)
    .where(and(eq(creditEntry.projectId, projectId), eq(creditEntry.id, entryId), eq(creditEntry.kind, 'spent')))
  if (!spent || spent.startsAt.getTime() !== period?.start.getTime()) return
  // Concurrent returns of the same entry wait here, so that the second one sees the first.
  await tx.select().from(creditPeriods).where(isPeriod(projectId, period)).for('update')
  const [returned] = await tx
    .select({ id: creditEntry.id })
    .from(creditEntry)
    .where(and(eq(creditEntry.projectId, projectId), eq(creditEntry.returns, entryId)))
  if (returned) return
  const [left] = await tx
    .update(creditPeriods)
    .set({ remaining: sql`${creditPeriods.remaining} - ${spent.amount}` })
    .where(isPeriod(projectId, period))
    .returning({ remaining: creditPeriods.remaining })
  const entry = { projectId, id: ctx.id(), period, kind: 'returned', amount: -spent.amount, note } as const
  await addEntry(ctx, tx, { ...entry, remaining: left!.remaining, returns: entryId })
  await announce(ctx, tx, 'billing', [projectId])
}

/**
 * Grants the credits of a period at its first use, and the difference after an upgrade. A downgrade takes nothing back.
 * What was left of earlier periods expires.
 */
export async function openPeriod(
  ctx: Ctx,
  tx: Transaction,
  { projectId, period, quota }: { projectId: string; period: CreditPeriod; quota: number },
): Promise<void> {
  const opened = await tx
    .insert(creditPeriods)
    .values({ projectId, startsAt: period.start, endsAt: period.end, granted: quota, remaining: quota })
    .onConflictDoNothing()
    .returning()
  if (opened.length > 0) {
    await expireOthers(ctx, tx, projectId, period)
    const grant = { projectId, id: ctx.id(period.start), period, kind: 'granted', amount: quota, note: '' } as const
    await addEntry(ctx, tx, { ...grant, remaining: quota, createdAt: period.start })
    return
  }
  const [row] = await tx.select().from(creditPeriods).where(isPeriod(projectId, period)).for('update')
  const more = quota - row!.granted
  if (more <= 0) return
  const remaining = row!.remaining + more
  await tx.update(creditPeriods).set({ granted: quota, remaining }).where(isPeriod(projectId, period))
  await addEntry(ctx, tx, { projectId, id: ctx.id(), period, kind: 'granted', amount: more, remaining, note: '' })
}

async function expireOthers(ctx: Ctx, tx: Transaction, projectId: string, period: CreditPeriod): Promise<void> {
  const others = await tx
    .select()
    .from(creditPeriods)
    .where(
      and(
        eq(creditPeriods.projectId, projectId),
        ne(creditPeriods.startsAt, period.start),
        gt(creditPeriods.remaining, 0),
      ),
    )
    .orderBy(creditPeriods.startsAt)
    .for('update')
  for (const { startsAt: start, endsAt: end, remaining } of others) {
    const past = { start, end }
    const at = end < ctx.now() ? end : ctx.now()
    await tx.update(creditPeriods).set({ remaining: 0 }).where(isPeriod(projectId, past))
    const entry = { projectId, id: ctx.id(at), period: past, kind: 'expired', amount: -remaining, note: '' } as const
    await addEntry(ctx, tx, { ...entry, remaining: 0, createdAt: at })
  }
}

function isPeriod(projectId: string, { start }: CreditPeriod) {
  return and(eq(creditPeriods.projectId, projectId), eq(creditPeriods.startsAt, start))
}

type Entry = Pick<
  typeof creditEntry.$inferInsert,
  'projectId' | 'id' | 'kind' | 'amount' | 'remaining' | 'note' | 'returns' | 'opportunityId'
> & {
  period: CreditPeriod
  /** Now by default. */
  createdAt?: Date
}

async function addEntry(ctx: Ctx, tx: Transaction, { period, createdAt = ctx.now(), ...entry }: Entry): Promise<void> {
  const isOwn = entry.kind === 'spent' || entry.kind === 'returned'
  await tx
    .insert(creditEntry)
    .values({ ...entry, startsAt: period.start, createdBy: isOwn ? authorOf(ctx) : null, createdAt })
}

function tooFew(limit: number, renewsAt: Date | null): ApiError {
  const wayOut = renewsAt
    ? `They renew on ${longDate.format(renewsAt)}. Upgrade your plan to get more now.`
    : 'Choose a larger plan.'
  const message = `Your plan includes ${limit} reply suggestions, and too few are left. ${wayOut}`
  return new ApiError('ConflictError', message, {
    quota: 'commentSuggestionCredits',
    limit,
    renewsAt: renewsAt?.toISOString() ?? null,
    billing: billingPath,
  })
}
