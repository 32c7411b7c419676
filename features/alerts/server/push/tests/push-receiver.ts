import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import type { PushPayload } from '../../../push-payload.ts'
import type { Message } from '../../destinations/tests/webhook-receiver.ts'
import type { TestBrowser } from '../factories.ts'

/** Decrypts a message as its browser does (RFC 8291), with nothing of the code that encrypts. */
export function decrypted({ bytes }: Message, { subscription, privateKey }: TestBrowser): PushPayload {
  const salt = bytes.subarray(0, 16)
  const keyEnd = 21 + (bytes[20] ?? 0)
  const senderKey = bytes.subarray(21, keyEnd)
  const encrypted = bytes.subarray(keyEnd)
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey])
  const auth = Buffer.from(subscription.keys.auth, 'base64url')
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32))
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushPayload
}

/** Returns what a message's sender claims, after checking the signature with the key that the browser subscribed with. */
export async function signedBy({ headers }: Message, key: string, now: Date) {
  const [, token = '', sentKey] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (sentKey !== key) throw new Error('signed by another key')
  const point = Buffer.from(key, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    currentDate: now,
  })
  return payload
}
