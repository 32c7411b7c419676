import { and, asc, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { presentActor, signedInId } from '#platform/server/permissions/signed-in.ts'
import type { Passkey } from '../../contract-passkeys.ts'
import { forgotUrl } from '../links.ts'
import { closeSessions } from '../sessions/sessions.ts'
import { lockSignedIn } from '../sessions/signed-in.ts'
import { passkeyRemovedLetter } from '../two-factor/letters.ts'
import { passkey } from './tables.ts'

export type PasskeyRow = typeof passkey.$inferSelect

/** Returns the signed-in user's passkeys, oldest first. */
export async function readPasskeys(ctx: Ctx): Promise<Passkey[]> {
  const rows = await transaction(ctx, (tx) => passkeysOf(tx, signedInId(ctx)))
  return rows.map(presentPasskey)
}

export function passkeysOf(tx: Transaction, userId: string): Promise<PasskeyRow[]> {
  return tx.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(asc(passkey.createdAt), asc(passkey.id))
}

/** Renames a passkey. Throws NotFoundError if the signed-in user has no such passkey. */
export async function renamePasskey(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<Passkey> {
  return transaction(ctx, async (tx) => {
    const { id: userId } = await lockSignedIn(ctx, tx)
    const [row] = await tx
      .update(passkey)
      .set({ name, updatedAt: ctx.now() })
      .where(and(eq(passkey.userId, userId), eq(passkey.id, id)))
      .returning()
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    return presentPasskey(row)
  })
}

/**
 * Removes a passkey and ends the user's other sessions, of which some may have begun with it. No sign-in method has to
 * remain: a password can always be set by mail.
 */
export async function removePasskey(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { sessionId } = presentActor(ctx)
  await transaction(ctx, async (tx) => {
    const { id: userId, username, email } = await lockSignedIn(ctx, tx)
    const [row] = await tx
      .delete(passkey)
      .where(and(eq(passkey.userId, userId), eq(passkey.id, id)))
      .returning()
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    await closeSessions(ctx, tx, userId, { but: sessionId })
    const letter = passkeyRemovedLetter({ username, passkey: row.name, url: forgotUrl(ctx) })
    await sendMail(ctx, tx, { to: email, userId, ...letter })
  })
}

/** Removes all passkeys of a user. Returns their number. */
export async function dropPasskeys(tx: Transaction, userId: string): Promise<number> {
  return (await tx.delete(passkey).where(eq(passkey.userId, userId)).returning({ id: passkey.id })).length
}

/** Converts a passkey for responses: without its key. */
export function presentPasskey(row: PasskeyRow): Passkey {
  return { ...rowHead(row), name: row.name, lastUsedAt: row.lastUsedAt?.toISOString() ?? null }
}
