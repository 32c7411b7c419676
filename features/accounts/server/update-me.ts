import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { addressChangingLetter, newAddressLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { User, UserUpdate } from '../contract.ts'
import { codeMinutes, issueCode } from './codes.ts'
import { confirmationUrl, forgotUrl } from './links.ts'
import { requireFreshSession, requirePassword } from './proof.ts'
import { lockSignedIn } from './sessions/signed-in.ts'
import { mailBudgets, passwordBudgets } from './throttle.ts'

import { presentUser, refuseForeignAddress, requireUnusedAddress, type UserRow, writeUser } from './users.ts'

/**
 * Changes the signed-in user's details. A new email applies once it is confirmed; until then the old one stays, and
 * gets a notice.
 */
export async function updateMe(ctx: Ctx, input: UserUpdate & { address: string }): Promise<User> {
  const { currentPassword, address, username, timeZone } = input
  const email = input.email?.toLowerCase()
  if (email !== undefined) await spend(ctx, [...passwordBudgets(ctx), ...mailBudgets('change', email, address)])
  return transaction(ctx, async (tx) => {
    const row = await lockSignedIn(ctx, tx)
    if (username !== undefined) refuseForeignAddress(username, row.email)
    if (email !== undefined && email !== row.email) await requestEmailChange(ctx, tx, row, { email, currentPassword })
    const changes = { ...(username !== undefined && { username }), ...(timeZone !== undefined && { timeZone }) }
    return presentUser(Object.keys(changes).length > 0 ? await writeUser(ctx, tx, row.id, changes) : row)
  })
}

async function requestEmailChange(
  ctx: Ctx,
  tx: Transaction,
  row: UserRow,
  { email, currentPassword }: { email: string; currentPassword: string | undefined },
): Promise<void> {
  const { id: userId, username } = row
  const to = 'change your email'
  if (row.passwordHash === null) await requireFreshSession(ctx, tx, presentActor(ctx), { to })
  else await requirePassword(row.passwordHash, currentPassword, { to, key: 'currentPassword' })
  await requireUnusedAddress(tx, email)
  const { code, expiresAt } = await issueCode(ctx, tx, { userId, purpose: 'change', email })
  const letter = newAddressLetter({ username, url: confirmationUrl(ctx, code), hours: codeMinutes.change / 60 })
  await sendMail(ctx, tx, { to: email, userId, usefulUntil: expiresAt, ...letter })
  const note = addressChangingLetter({ username, newEmail: email, url: forgotUrl(ctx) })
  await sendMail(ctx, tx, { to: row.email, userId, ...note })
}
