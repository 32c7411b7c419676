import type { Ctx } from '#platform/server/ctx.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import type { mailbox } from './tables.ts'

type MailboxRow = typeof mailbox.$inferSelect

/** Returns the column of a password or refresh token, sealed with a key outside the database. */
export function sealedSecret(ctx: Ctx, secret: string): Pick<MailboxRow, 'secretSealed'> {
  return { secretSealed: seal(ctx, 'mailbox', secret) }
}

/** Returns the password or refresh token; null if it is forgotten, or sealed with a key that is gone. */
export function secretOf(ctx: Ctx, { secretSealed }: Pick<MailboxRow, 'secretSealed'>): string | null {
  return secretSealed === null ? null : unseal(ctx, 'mailbox', secretSealed)
}

/** The columns of a mailbox whose secrets are forgotten. */
export const disconnectedColumns = {
  state: 'disconnected',
  ...{ secretSealed: null, accessSealed: null, accessUntil: null },
  ...{ trouble: null, failures: 0, dueAt: null },
} as const
