import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** The contents of a token: its user and its session row. */
export interface Claims {
  userId: string
  sessionId: string
}

/** Tokens with `nbf` aren't ours. */
const Payload = z.object({ sub: z.guid(), sid: z.guid(), exp: z.number(), nbf: z.never().optional() })
const algorithm = 'HS256'
/** Ours have about 300 characters. A longer one is rejected before any work. */
const lengthMax = 2000

/** Signs with the newest secret. Times in a token are whole seconds. */
export function signToken(
  claims: Claims,
  times: { issuedAt: Date; expiresAt: Date },
  secrets: readonly string[],
): Promise<string> {
  const [newest] = secrets
  if (newest === undefined) throw new Error('no secret to sign with')
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(claims.userId)
    .setIssuedAt(times.issuedAt)
    .setExpirationTime(times.expiresAt)
    .sign(keyOf(newest))
}

/** A token with a verified signature. Only its expiry and session need another check. */
interface Checked extends Claims {
  /** In ms. */
  expiresAt: number
}

/** The verified tokens by list of secrets, oldest first. Verifying costs more than the rest of most requests. */
const checked = new WeakMap<readonly string[], Map<string, Checked>>()
const checkedMost = 1000

/** Reads a token signed with any of the secrets; null if it is forged, expired or of another kind. */
export async function readToken(token: string, now: Date, secrets: readonly string[]): Promise<Claims | null> {
  if (token.length > lengthMax) return null
  const known = checked.get(secrets) ?? new Map<string, Checked>()
  checked.set(secrets, known)
  const found = known.get(token) ?? (await check(token, now, secrets))
  if (!found || found.expiresAt <= now.getTime()) {
    known.delete(token)
    return null
  }
  known.set(token, found)
  const [oldest] = known.keys()
  if (known.size > checkedMost && oldest !== undefined) known.delete(oldest)
  return { userId: found.userId, sessionId: found.sessionId }
}

async function check(token: string, now: Date, secrets: readonly string[]): Promise<Checked | null> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, keyOf(secret), {
        algorithms: [algorithm],
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      })
      const claims = Payload.safeParse(payload)
      if (!claims.success) return null
      const { sub, sid, exp } = claims.data
      return { userId: sub, sessionId: sid, expiresAt: exp * 1000 }
    } catch (error) {
      // All faults of a token lead to the same result; an older secret may still match.
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  return null
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
