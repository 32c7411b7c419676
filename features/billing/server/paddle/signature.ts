import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedBody {
  /** The body as it arrived: a signature covers bytes, not parsed JSON. */
  body: Buffer
  /** The Paddle-Signature header, such as `ts=1700000000;h1=5f2c...`. */
  header: string | undefined
  /** All secrets that are valid at the moment: two during a rotation. */
  secrets: readonly string[]
  now: Date
  /** How far the timestamp may be from now, in either direction. */
  toleranceSeconds: number
}

/** malformed: no readable header · wrong: no signature matches · expired: a signature matches, but its time is off. */
export type SignatureCheck = 'valid' | 'malformed' | 'expired' | 'wrong'

/**
 * Checks that a webhook was signed with one of our secrets. During a rotation the header has several signatures, so
 * that each is tried with each secret, in constant time.
 */
export function verifySignature({ body, header, secrets, now, toleranceSeconds }: SignedBody): SignatureCheck {
  const parsed = parseHeader(header)
  if (!parsed) return 'malformed'
  let isSigned = false
  // Anyone can sign with an empty secret.
  for (const secret of secrets.filter(Boolean)) {
    const expected = Buffer.from(createHmac('sha256', secret).update(`${parsed.ts}:`).update(body).digest('hex'))
    for (const signature of parsed.signatures) {
      const given = Buffer.from(signature)
      if (given.length === expected.length && timingSafeEqual(given, expected)) isSigned = true
    }
  }
  if (!isSigned) return 'wrong'
  const differenceMs = Math.abs(now.getTime() - Number(parsed.ts) * 1000)
  return differenceMs <= toleranceSeconds * 1000 ? 'valid' : 'expired'
}

/** Returns null without exactly one timestamp and at least one signature. Signatures of other schemes are ignored. */
function parseHeader(header = ''): { ts: string; signatures: string[] } | null {
  const parts = header.split(';').map((part) => /^(\w+)=(\w+)$/.exec(part))
  if (parts.includes(null)) return null
  const valuesOf = (key: string) => parts.flatMap((part) => (part?.[1] === key ? [part[2]!] : []))
  const [ts, ...moreTs] = valuesOf('ts')
  const signatures = valuesOf('h1')
  if (ts === undefined || moreTs.length > 0 || !/^\d{1,12}$/.test(ts) || signatures.length === 0) return null
  return { ts, signatures }
}
