import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Ctx } from './ctx.ts'

/** What is sealed, so that one kind of secret is never taken for another. */
export type SecretKind = 'reddit access' | 'reddit refresh' | 'answer'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** A secret as it is kept: whoever reads the database or a backup of it, and not SECRET, learns nothing of it. */
export function seal(ctx: Ctx, thing: SecretKind, plain: string): string {
  const [newest] = ctx.secrets
  if (newest === undefined) throw new Error('no secret to seal with')
  const key = keyOf(newest, thing)
  const iv = Buffer.from(ctx.secret(), 'base64url').subarray(0, ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
  const parts = [iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `1.${nameOf(key)}.${Buffer.concat(parts).toString('base64url')}`
}

/** What was sealed with one of the secrets that are in force; null for anything else. */
export function unseal({ secrets }: Ctx, thing: SecretKind, sealed: string): string | null {
  const [version, name, packed = ''] = sealed.split('.')
  const key = secrets.map((secret) => keyOf(secret, thing)).find((each) => nameOf(each) === name)
  const bytes = Buffer.from(packed, 'base64url')
  if (version !== '1' || !key || bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    // The tag does not fit, so it was changed since: to whoever asks, the same as what none of the secrets has sealed.
    return null
  }
}

function keyOf(secret: string, thing: SecretKind): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sealed ${thing}`, 32))
}

/** By what a key is known again, without telling it. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8)
}
