import { and, eq, gt } from 'drizzle-orm'
import type { Ctx, PresentActor } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { redditConnecting } from '../tables.ts'

/** Seconds that somebody may take on Reddit's page. */
const attemptSeconds = 15 * 60
/** What tells this state from that of a sign-in: Reddit knows one address to come back to, for both. */
const prefix = 'account.'

export function isConnecting(state: string | null): boolean {
  return state?.startsWith(prefix) ?? false
}

/** Remembers who goes to Reddit, and for which project. Answers the state to go with. */
export async function beginConnecting(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { userId, sessionId }: PresentActor,
): Promise<string> {
  const state = `${prefix}${ctx.secret()}`
  const expiresAt = new Date(ctx.now().getTime() + attemptSeconds * 1000)
  await tx.insert(redditConnecting).values({ projectId, stateDigest: digestOf(state), userId, sessionId, expiresAt })
  return state
}

/** For which project somebody comes back, once; null unless it is who began it, in the same session and in time. */
export async function consumeConnecting(
  ctx: Ctx,
  tx: Transaction,
  state: string,
  { userId, sessionId }: PresentActor,
): Promise<string | null> {
  const [row] = await tx
    .delete(redditConnecting)
    .where(
      and(
        eq(redditConnecting.stateDigest, digestOf(state)),
        eq(redditConnecting.userId, userId),
        eq(redditConnecting.sessionId, sessionId),
        gt(redditConnecting.expiresAt, ctx.now()),
      ),
    )
    .returning()
  return row?.projectId ?? null
}
