import { eq } from 'drizzle-orm'
import { type GovernorState, newGovernor, paused, permitFor, recordRate } from '#engine/reddit/governor.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Governor } from '../api/api.ts'
import { retryLater } from '../api/outcome.ts'
import { redditLimit } from '../tables.ts'

type Leave = Awaited<ReturnType<Governor['take']>>

/** Returns an app's governor, shared by all processes through a row that each locks in turn. */
export function sharedGovernor(ctx: Ctx, clientId: string): Governor {
  return {
    take: (purpose) =>
      inTurn<Leave>(ctx, clientId, (state, now) => {
        const leave = permitFor(purpose, state, now)
        return leave.state === 'go'
          ? { answer: { state: 'go' }, next: leave.next }
          : { answer: retryLater('governed', leave.at), next: null }
      }),
    recordRate: (said) =>
      inTurn(ctx, clientId, (state, now) => ({ answer: undefined, next: recordRate(said, state, now) })),
    pause: (until) => inTurn(ctx, clientId, (state, now) => ({ answer: undefined, next: paused(until, state, now) })),
  }
}

function inTurn<T>(
  ctx: Ctx,
  clientId: string,
  step: (state: GovernorState, now: number) => { answer: T; next: GovernorState | null },
): Promise<T> {
  return transaction(ctx, async (tx) => {
    const state = (await hold(tx, clientId)) ?? (await begin(ctx, tx, clientId))
    const { answer, next } = step(state, ctx.now().getTime())
    if (next) await tx.update(redditLimit).set(rowOf(next)).where(eq(redditLimit.clientId, clientId))
    return answer
  })
}

async function hold(tx: Transaction, clientId: string): Promise<GovernorState | null> {
  const [row] = await tx.select().from(redditLimit).where(eq(redditLimit.clientId, clientId)).for('update')
  if (!row) return null
  const { clientId: _, windowEndsAt, pace, recheckPace, pausedUntil, ...counts } = row
  return {
    ...counts,
    windowEndsAt: windowEndsAt.getTime(),
    pace: pace.getTime(),
    recheckPace: recheckPace.getTime(),
    pausedUntil: pausedUntil.getTime(),
  }
}

async function begin(ctx: Ctx, tx: Transaction, clientId: string): Promise<GovernorState> {
  const state = newGovernor(ctx.now().getTime())
  // With two inserts at once, the second waits for the first and then sees its calls.
  await tx
    .insert(redditLimit)
    .values({ clientId, ...rowOf(state) })
    .onConflictDoNothing()
  return (await hold(tx, clientId)) ?? state
}

function rowOf({ windowEndsAt, pace, recheckPace, pausedUntil, ...counts }: GovernorState) {
  return {
    ...counts,
    windowEndsAt: new Date(windowEndsAt),
    pace: new Date(pace),
    recheckPace: new Date(recheckPace),
    pausedUntil: new Date(pausedUntil),
  }
}
