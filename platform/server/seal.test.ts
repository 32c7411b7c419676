import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Ctx } from './ctx.ts'
import { seal, unseal } from './seal.ts'

const old = 'an-old-secret-of-32-bytes-or-more!!'
const newer = 'a-newer-secret-of-32-bytes-or-more!'
const having = (...secrets: string[]) =>
  ({ secrets, secret: () => randomBytes(32).toString('base64url') }) as unknown as Ctx

test('a sealed value can be unsealed and is unreadable otherwise', () => {
  const sealed = seal(having(old), 'reddit refresh', 'token ä 1')
  expect(unseal(having(old), 'reddit refresh', sealed)).toBe('token ä 1')
  expect(Buffer.from(sealed.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('token')
  expect(seal(having(old), 'reddit refresh', 'token ä 1')).not.toBe(sealed)
})

test('after rotation, the old secret still unseals old values and the new one seals', () => {
  const sealed = seal(having(old), 'reddit refresh', 'token 1')
  expect(unseal(having(newer, old), 'reddit refresh', sealed)).toBe('token 1')
  expect(unseal(having(old), 'reddit refresh', seal(having(newer, old), 'reddit refresh', 'token 2'))).toBeNull()
})

test('altered values, other kinds and other secrets are refused', () => {
  const sealed = seal(having(old), 'reddit refresh', 'token 1')
  const [version, name, packed] = sealed.split('.') as [string, string, string]
  const changed = Buffer.from(packed, 'base64url')
  changed[14]! ^= 1
  const others = [
    `2.${name}.${packed}`,
    `${version}.${name}.${changed.toString('base64url')}`,
    `${version}.${name}.${packed.slice(0, 20)}`,
    `${version}.${name}`,
    'token 1',
    '',
  ]
  expect(others.map((each) => unseal(having(old), 'reddit refresh', each))).toEqual(others.map(() => null))
  expect(unseal(having(old), 'reddit access', sealed)).toBeNull()
  expect(unseal(having(newer), 'reddit refresh', sealed)).toBeNull()
})
