import { createHmac } from 'node:crypto'
import { and, eq, isNull, lte, ne, or } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { session } from './tables.ts'

/** What a session asked to be made, as it would be asked for again by a form that is sent twice. */
export interface Claim {
  session: string
  key: string
}

/** Two clicks of a nervous finger, or a browser that tries again, lie closer together. */
export const twinMs = 1000

/**
 * Takes the right to do what a session asks for: false where the same was asked for a moment ago, at whichever web
 * process. Of two at once one waits for the other's row. What was asked for is kept as a digest by our secret.
 */
export async function takeSubmission(ctx: Ctx, { session: id, key }: Claim): Promise<boolean> {
  const now = ctx.now()
  const digest = createHmac('sha256', ctx.secrets[0] ?? '')
    .update(key)
    .digest('base64url')
  const isAnother = or(
    isNull(session.submitted),
    ne(session.submitted, digest),
    lte(session.submittedAt, new Date(now.getTime() - twinMs)),
  )
  const taken = await transaction(ctx, (tx) =>
    tx
      .update(session)
      .set({ submitted: digest, submittedAt: now })
      .where(and(eq(session.id, id), isAnother))
      .returning({ id: session.id }),
  )
  return taken.length > 0
}

/** Lets a session ask for the same again: what it asked for failed, or it has done something else since. */
export async function leaveSubmission(ctx: Ctx, id: string): Promise<void> {
  await transaction(ctx, (tx) => tx.update(session).set({ submitted: null }).where(eq(session.id, id)))
}
