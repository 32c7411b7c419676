import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { readToken, signToken } from './token.ts'

const claims = { userId: '01a1f8d3-ea00-7000-8000-28d47e53fe86', sessionId: '01a1f8d3-ea00-7000-8000-0afda1b44678' }
const secret = 'the newest secret, of 32 bytes and more'
const old = 'the secret before it, of 32 bytes and more'
const issuedAt = new Date('2026-11-20T12:00:00Z')
const expiresAt = new Date('2026-12-20T12:00:00Z')
const times = { issuedAt, expiresAt }
const key = new TextEncoder().encode(secret)
const seconds = (date: Date) => date.getTime() / 1000

/** A token like ours with some changes. */
function forged(changes: { alg?: string; payload?: Record<string, unknown> }): Promise<string> {
  const payload = {
    sub: claims.userId,
    sid: claims.sessionId,
    iat: seconds(issuedAt),
    exp: seconds(expiresAt),
    ...changes.payload,
  }
  return new SignJWT(payload).setProtectedHeader({ alg: changes.alg ?? 'HS256' }).sign(key)
}

describe('a token', () => {
  test('identifies its user and session', async () => {
    expect(await readToken(await signToken(claims, times, [secret]), issuedAt, [secret])).toEqual(claims)
  })

  test('yields the same result with many others read in between, until it expires', async () => {
    const secrets = [secret]
    const token = await signToken(claims, times, secrets)
    for (let others = 0; others < 1100; others++) {
      const other = await signToken(
        { ...claims, sessionId: claims.userId },
        { ...times, issuedAt: new Date(others * 1000) },
        secrets,
      )
      expect((await readToken(other, issuedAt, secrets))?.sessionId).toBe(claims.userId)
      if (others % 300 === 0) expect(await readToken(token, issuedAt, secrets)).toEqual(claims)
    }
    expect(await readToken(token, expiresAt, secrets)).toBeNull()
    expect(await readToken(token, issuedAt, secrets)).toEqual(claims)
  })

  test('read with one secret is still invalid with another', async () => {
    const token = await signToken(claims, times, [old])
    expect(await readToken(token, issuedAt, [old])).toEqual(claims)
    expect(await readToken(token, issuedAt, [secret])).toBeNull()
  })

  test('contains sub, sid, iat and exp, and nothing else', async () => {
    const [, payload = ''] = (await signToken(claims, times, [secret])).split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      sub: claims.userId,
      sid: claims.sessionId,
      iat: seconds(issuedAt),
      exp: seconds(expiresAt),
    })
  })

  test('stays valid after a newer secret is added before its own', async () => {
    expect(await readToken(await signToken(claims, times, [old]), issuedAt, [secret, old])).toEqual(claims)
  })

  test('is invalid once its secret is removed', async () => {
    expect(await readToken(await signToken(claims, times, [old]), issuedAt, [secret])).toBeNull()
  })

  test('is valid until its last second', async () => {
    const token = await signToken(claims, times, [secret])
    expect(await readToken(token, new Date(expiresAt.getTime() - 1000), [secret])).toEqual(claims)
    expect(await readToken(token, expiresAt, [secret])).toBeNull()
  })

  test('from forged() without changes is valid, so that each refusal below has its own reason', async () => {
    expect(await readToken(await forged({}), issuedAt, [secret])).toEqual(claims)
  })

  test.each([
    ['the algorithm HS384', { alg: 'HS384' }],
    ['the algorithm HS512', { alg: 'HS512' }],
    ['no user', { payload: { sub: undefined } }],
    ['a numeric string as the user ID', { payload: { sub: '1' } }],
    ['a number as the user ID', { payload: { sub: 1 } }],
    ['an object as the user ID', { payload: { sub: { $ne: '' } } }],
    ['no session', { payload: { sid: undefined } }],
    ['a list of sessions', { payload: { sid: [claims.sessionId] } }],
    ['no expiration', { payload: { exp: undefined } }],
    ['no issue time', { payload: { iat: undefined } }],
    ['a start in the future', { payload: { nbf: seconds(issuedAt) + 60 } }],
    ['a string as the expiration', { payload: { exp: '2099-01-01' } }],
    ['an expiration one second ago', { payload: { exp: seconds(issuedAt) - 1 } }],
    ['an expiration of exactly now', { payload: { exp: seconds(issuedAt) } }],
    ['1 MB of extra data', { payload: { more: 'x'.repeat(1_000_000) } }],
  ])('with %s is refused', async (_what, changes) => {
    expect(await readToken(await forged(changes), issuedAt, [secret])).toBeNull()
  })

  test.each(['', 'x', 'a.b.c', '..', 'null', '\0'])('%j is refused', async (token) => {
    expect(await readToken(token, issuedAt, [secret])).toBeNull()
  })

  test('without a signature is refused', async () => {
    const unsigned = new UnsecuredJWT({ sub: claims.userId, sid: claims.sessionId })
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .encode()
    expect(await readToken(unsigned, issuedAt, [secret])).toBeNull()
  })

  test.each(['none', 'None', 'NONE', ''])('with the algorithm %j is refused, signed or not', async (alg) => {
    const [, payload, signature] = (await forged({})).split('.')
    for (const end of ['', signature]) {
      expect(await readToken(`${part({ alg, typ: 'JWT' })}.${payload}.${end}`, issuedAt, [secret])).toBeNull()
    }
  })

  test('signed with a public key as the secret, or by its private key, is refused', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const payload = { sub: claims.userId, sid: claims.sessionId, iat: seconds(issuedAt), exp: seconds(expiresAt) }
    const confused = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(pem))
    const own = await new SignJWT(payload).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    for (const token of [confused, own]) expect(await readToken(token, issuedAt, [secret])).toBeNull()
  })

  test.each([
    ['contains its own key', { jwk: { kty: 'oct', k: 'eA' } }],
    ['links to its key', { jku: 'https://evil.example/keys.json' }],
    ['names a file as its key', { kid: '../../../../dev/null' }],
    ['lists exp as a critical extension', { crit: ['exp'] }],
    ['declares an unencoded payload', { b64: false, crit: ['b64'] }],
  ])('that %s and is signed with an empty key is refused', async (_what, extra) => {
    const payload = { sub: claims.userId, sid: claims.sessionId, iat: seconds(issuedAt), exp: seconds(expiresAt) }
    const signing = `${part({ alg: 'HS256', ...extra })}.${part(payload)}`
    const signature = createHmac('sha256', '').update(signing).digest('base64url')
    expect(await readToken(`${signing}.${signature}`, issuedAt, [secret])).toBeNull()
  })

  test('is refused if any part of it was changed', async () => {
    const token = await forged({})
    const [head = '', payload = '', signature = ''] = token.split('.')
    const other = await forged({ payload: { sub: '01a1f8d3-ea00-7000-8000-000000000000' } })
    for (const changed of [
      `${head}.${other.split('.')[1]}.${signature}`,
      `${head}.${payload}.${signature.slice(0, -2)}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${token}.${signature}`,
      token.toUpperCase(),
    ]) {
      expect(await readToken(changed, issuedAt, [secret])).toBeNull()
    }
  })
})

/** Encodes a part of a token. */
function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
