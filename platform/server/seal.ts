import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Ctx } from './ctx.ts'

/** The kind of a sealed value, so that one kind can't be used as another. */
export type SecretKind = 'reddit access' | 'reddit refresh' | 'answer' | 'webhook' | 'push' | 'mailbox' | 'two-factor'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a secret for storage. The database or a backup reveals nothing about it without SECRET. */
export function seal(ctx: Ctx, thing: SecretKind, plain: string): string {
  const [newest] = ctx.secrets
  if (newest === undefined) throw new Error('no secret to seal with')
  const key = keyOf(newest, thing)
  const iv = Buffer.from(ctx.secret(), 'base64url').subarray(0, ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
  const parts = [iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `1.${nameOf(key)}.${Buffer.concat(parts).toString('base64url')}`
}

/** Decrypts a value sealed with one of the current secrets. Returns null for anything else. */
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
    // The value was altered. To the caller, that is the same as an unknown secret.
    return null
  }
}

function keyOf(secret: string, thing: SecretKind): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sealed ${thing}`, 32))
}

/** Returns a key's fingerprint, which identifies the key without revealing it. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8)
}
