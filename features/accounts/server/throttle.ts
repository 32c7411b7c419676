import { eq, sql } from 'drizzle-orm'
import { forgetSome } from '#features/reddit/server/deletions/forget-some.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { addressBucket } from './address.ts'
import { throttle } from './tables.ts'

/** So many attempts in a window of so many minutes, counted under a key. */
export interface Budget {
  key: string
  attempts: number
  minutes: number
  /** Where many share it: a success gives back its attempt, and nothing more. */
  shared?: true
}

/**
 * Failed sign-ins: many from one network (an office shares one), few as one name from one network, and more as one name
 * from everywhere. Guessing from one network takes at most ten of the last, so it doesn't lock the owner out elsewhere;
 * guessing from many networks at once is bounded all the same.
 */
export function loginBudgets(identifier: string, address: string): Budget[] {
  const network = addressBucket(address)
  const name = fold(identifier)
  return [
    { key: `login from ${network}`, attempts: 300, minutes: 15, shared: true },
    // The network first: a name can hold any text, and must not spell the key of another name.
    { key: `login from ${network} as ${name}`, attempts: 10, minutes: 15 },
    // Shared with whoever guesses: a success must not give them another hundred attempts.
    { key: `login as ${name}`, attempts: 100, minutes: 15, shared: true },
  ]
}

/** Registrations, whether they succeed or not: each costs a hash and may tell whether an e-mail is taken. */
export function registerBudgets(email: string, address: string): Budget[] {
  return [
    { key: `register from ${addressBucket(address)}`, attempts: 300, minutes: 60 },
    { key: `register as ${fold(email)}`, attempts: 10, minutes: 60 },
  ]
}

/** Mails that anybody may have sent to an address: few to each, of each kind. */
export function mailBudgets(kind: 'reset' | 'confirmation' | 'change', email: string, address: string): Budget[] {
  return [
    { key: `mail from ${addressBucket(address)}`, attempts: 100, minutes: 60 },
    { key: `mail ${kind} to ${fold(email)}`, attempts: 5, minutes: 60 },
  ]
}

/** Codes of mails, which nobody guesses: what is saved is the work of looking. An office shares an address. */
export function codeBudgets(address: string): Budget[] {
  return [{ key: `code from ${addressBucket(address)}`, attempts: 100, minutes: 15 }]
}

/** Guesses at the present password by somebody who has come by a session. */
export function passwordBudgets({ actor }: Ctx): Budget[] {
  const whose = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `password of ${whose}`, attempts: 10, minutes: 15 }]
}

/** API tokens that somebody makes. */
export function tokenBudgets({ actor }: Ctx): Budget[] {
  const whose = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `token by ${whose}`, attempts: 60, minutes: 60 }]
}

/** Projects that somebody makes: each is listened for, and keeps others waiting for a moment when it begins. */
export function projectBudgets({ actor }: Ctx): Budget[] {
  const whose = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `project by ${whose}`, attempts: 150, minutes: 60 }]
}

/**
 * Takes one attempt from each budget, in a transaction of its own so that a failure after it still counts; none behind
 * one that is used up, so that who has no attempts left takes none from those who share the others: callers name their
 * own first. Throws RateLimitError, saying of what there were too many and when to try again, where one is used up.
 */
export async function spend(ctx: Ctx, budgets: readonly Budget[], what = 'Too many attempts'): Promise<void> {
  const now = ctx.now()
  const end = await transaction(ctx, async (tx) => {
    await forgetSome(tx, { key: throttle.key, until: throttle.until, now })
    for (const budget of budgets) {
      const { spent, until } = await take(tx, budget, now)
      if (spent > budget.attempts) return until
    }
    return null
  })
  if (end) throw tooMany(what, now, end)
}

/** Returns what a successful attempt took, and forgets the failures before it where the person has proven themselves. */
export async function giveBack(tx: Transaction, budgets: readonly Budget[]): Promise<void> {
  for (const { key, shared } of budgets) {
    const counted = eq(throttle.key, digestOf(key))
    if (shared)
      await tx
        .update(throttle)
        .set({ spent: sql`${throttle.spent} - 1` })
        .where(counted)
    else await tx.delete(throttle).where(counted)
  }
}

async function take(tx: Transaction, budget: Budget, now: Date): Promise<{ spent: number; until: Date }> {
  const until = new Date(now.getTime() + budget.minutes * 60_000)
  const over = sql`${throttle.until} <= ${now.toISOString()}`
  const [row] = await tx
    .insert(throttle)
    .values({ key: digestOf(budget.key), spent: 1, until })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        spent: sql`case when ${over} then 1 else ${throttle.spent} + 1 end`,
        until: sql`case when ${over} then excluded.until else ${throttle.until} end`,
      },
    })
    .returning({ spent: throttle.spent, until: throttle.until })
  if (!row) throw new Error('the attempt was not counted')
  return row
}

function tooMany(what: string, now: Date, until: Date): ApiError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  return new ApiError('RateLimitError', `${what}. Try again ${wait}.`, {
    retryAfter: seconds,
    retryAt: until.toISOString(),
  })
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}
