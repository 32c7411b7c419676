import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '#platform/server/ctx.ts'
import { seal, unseal } from '#platform/server/seal.ts'

/** The parameters that every authenticator app supports (RFC 6238). */
const periodSeconds = 30
const parameters = { issuer: 'Earshot', algorithm: 'SHA1', digits: 6, period: periodSeconds } as const
/** How many steps the clock of a phone may be off, in both directions. */
const window = 1
const secretBytes = 20

/** Returns a new key for an authenticator app, in base32. */
export function newTotpSecret(ctx: Ctx): string {
  const bytes = Uint8Array.from(Buffer.from(ctx.secret(), 'base64url').subarray(0, secretBytes))
  return new Secret({ buffer: bytes.buffer }).base32
}

/** Returns the `otpauth:` URI that an app reads from a QR code. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString()
}

/** Returns the time step of a code that is right about now; null if it is wrong. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ ...parameters, label, secret: Secret.fromBase32(secret) })
}

/** Seals the key of an authenticator app. */
export function sealTotpSecret(ctx: Ctx, secret: string): string {
  return seal(ctx, 'two-factor', secret)
}

/** Returns the key; null if it was sealed with a SECRET that is gone. Recovery codes still work then. */
export function totpSecretOf(ctx: Ctx, { secretSealed }: { secretSealed: string | null }): string | null {
  return secretSealed === null ? null : unseal(ctx, 'two-factor', secretSealed)
}
