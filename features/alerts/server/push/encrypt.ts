import { createECDH } from 'node:crypto'
import { encrypt } from 'http_ece'
import type { Ctx } from '#platform/server/ctx.ts'

/** The keys of a browser's subscription, as base64url. */
export interface BrowserKeys {
  /** An uncompressed point on P-256. */
  p256dh: string
  /** 16 bytes that the browser and this server share. */
  auth: string
}

/** Encrypts a message so that only the browser can read it (RFC 8291). Each message has a key pair and a salt of its own. */
export function encryptFor({ secret }: Pick<Ctx, 'secret'>, { p256dh, auth }: BrowserKeys, text: string): Buffer {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret(), 'base64url')
  const salt = Buffer.from(secret(), 'base64url').subarray(0, 16)
  return encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey: pair, dh: p256dh, authSecret: auth, salt })
}

/** Returns whether keys can be those of a browser. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(p256dh, 'base64url')
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16
  } catch {
    // The point isn't on the curve.
    return false
  }
}
