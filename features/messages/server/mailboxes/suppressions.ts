import { and, eq } from 'drizzle-orm'
import type { SuppressionReason } from '#engine/mail/holds.ts'
import { suppressionWording } from '#engine/mail/wordings.ts'
import { hasRight } from '#engine/rules/access.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { createRow, deleteRow } from '#platform/server/database/rows/write-row.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { MailSuppression, mailSuppressionsResource } from '../../contract-mailboxes.ts'
import { mailboxSuppression } from './tables.ts'

/** How suppressed addresses are read. */
export const mailSuppressions = {
  ...resourceRows({ resource: mailSuppressionsResource, entity: MailSuppression }, mailboxSuppression),
  unique: { index: 'mailbox_suppression_address', field: 'address', taken: 'This address is already on the list' },
}

const written = {
  noun: 'mailSuppression',
  right: 'changeOutreach',
  rows: mailSuppressions,
  announces: 'messages',
} as const

/** Adds an address by hand. Throws ValidationError if it is on the list. */
export function addSuppression(
  ctx: Ctx,
  { project: projectId, address }: { project: string; address: string },
): Promise<MailSuppression> {
  return createRow(ctx, written, { projectId, address, reason: 'manual', createdBy: signedInId(ctx) })
}

/** Removes an address from the list. Throws ForbiddenError if its owner asked for it and the caller is no admin. */
export function removeSuppression(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id, ({ projectId, reason }) => {
    const asked = reason === 'unsubscribed' || reason === 'asked'
    if (asked && !hasRight(roleIn(ctx, projectId), 'changeProject')) {
      throw new ApiError('ForbiddenError', 'Only an owner or admin can remove an address that asked you to stop')
    }
  })
}

/** Puts an address on a project's list, unless it is there. */
export async function suppress(
  ctx: Ctx,
  tx: Transaction,
  { projectId, address, reason }: { projectId: string; address: string; reason: SuppressionReason },
): Promise<void> {
  const now = ctx.now()
  await tx
    .insert(mailboxSuppression)
    .values({ projectId, id: ctx.id(), address, reason, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  await announce(ctx, tx, 'messages', [projectId])
}

/** Returns why an address gets no mail of a project; null if it may. */
export async function suppressionOf(
  tx: Transaction,
  { projectId, address }: { projectId: string; address: string },
): Promise<SuppressionReason | null> {
  const [row] = await tx
    .select({ reason: mailboxSuppression.reason })
    .from(mailboxSuppression)
    .where(and(eq(mailboxSuppression.projectId, projectId), eq(mailboxSuppression.address, address)))
  return row?.reason ?? null
}

/** Throws ConflictError with the reason if an address gets no mail of a project. */
export async function requireUnsuppressed(tx: Transaction, key: { projectId: string; address: string }): Promise<void> {
  const reason = await suppressionOf(tx, key)
  if (reason !== null) throw new ApiError('ConflictError', suppressionWording(reason))
}
