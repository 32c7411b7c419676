import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** What a token says: whose it is and which session row stands behind it. */
export interface Claims {
  userId: string
  sessionId: string
}

/** One that says from when it counts is none of ours. */
const Payload = z.object({ sub: z.guid(), sid: z.guid(), exp: z.number(), nbf: z.never().optional() })
const algorithm = 'HS256'
/** Ours have about 300 characters; a longer one is refused before any work is done on it. */
const lengthMax = 2000

/** Signs with the newest secret. Times are whole seconds in a token. */
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

/** A token whose signature was checked: that stays so, unlike its time and the session behind it. */
interface Checked extends Claims {
  /** In milliseconds. */
  expiresAt: number
}

/** What was checked with each list of secrets, the oldest first: checking costs more than all else of most requests. */
const checked = new WeakMap<readonly string[], Map<string, Checked>>()
const checkedMost = 1000

/** Reads a token signed with any of the secrets; null for one that is forged, expired, of another kind or no token. */
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
      // Any fault of the token itself is one answer; an older secret may still fit.
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  return null
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
