import { and, eq, gt } from 'drizzle-orm'
import type { Ctx, PresentActor } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { redditConnecting } from '../tables.ts'

/** The seconds a user may spend on Reddit's page. */
const attemptSeconds = 15 * 60
/** Distinguishes these states from those of a sign-in: Reddit allows one redirect URI for both. */
const prefix = 'account.'

export function isConnecting(state: string | null): boolean {
  return state?.startsWith(prefix) ?? false
}

/** Saves who starts connecting an account and for which project. Returns the state for the redirect. */
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

/** Consumes a state and returns its project; null unless the same user returns in the same session and in time. */
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
