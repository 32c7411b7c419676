import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** What a token says: whose it is and which session row stands behind it. */
export interface Claims {
  userId: string
  sessionId: string
}

const Payload = z.object({ sub: z.guid(), sid: z.guid() })
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

/** Reads a token signed with any of the secrets; null for one that is forged, expired, of another kind or no token. */
export async function readToken(token: string, now: Date, secrets: readonly string[]): Promise<Claims | null> {
  if (token.length > lengthMax) return null
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, keyOf(secret), {
        algorithms: [algorithm],
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      })
      const claims = Payload.safeParse(payload)
      return claims.success ? { userId: claims.data.sub, sessionId: claims.data.sid } : null
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
