import { and, count, eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { recoveryCode } from './tables.ts'

const codesTotal = 10
/** 80 random bits: with read access to the digests, codes still can't be guessed. */
const codeLength = 16
/** Letters and digits that people don't confuse (Crockford's base32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces a user's recovery codes. Returns the new ones; only their digests are stored. */
export async function renewRecoveryCodes(ctx: Ctx, tx: Transaction, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId)
  const codes = Array.from({ length: codesTotal }, () => newCode(ctx))
  const createdAt = ctx.now()
  await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, digest: digestOf(code), createdAt })))
  return codes.map((code) => code.replace(/(.{4})(?!$)/g, '$1-'))
}

/** Uses a code up. Returns false if the user has no such code. */
export async function consumeRecoveryCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const code = plainCode(typed)
  const used = await tx
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.digest, digestOf(code))))
    .returning({ userId: recoveryCode.userId })
  return used.length > 0
}

/** Returns how many codes a user has left. */
export async function recoveryCodesLeft(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.userId, userId))
  return row?.left ?? 0
}

export async function deleteRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
}

function newCode(ctx: Ctx): string {
  const bytes = Buffer.from(ctx.secret(), 'base64url').subarray(0, codeLength)
  return [...bytes].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** Returns a typed code without dashes, and with the letters that people read wrongly put right. */
function plainCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}
