import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { passwordCost } from '#features/accounts/server/index.ts'
import { ask } from '../support/databases.ts'
import { keyInMail } from '../support/mails.ts'
import { appOf, password, signUp } from '../support/seed-data.ts'
import { testWorld, type World } from '../support/world.ts'

/** The calls to the hashing library with the cost of each. The calls are also executed. */
const work = vi.hoisted(() => {
  // Other files of this process may have loaded the library and its callers already.
  vi.resetModules()
  return { done: [] as string[] }
})
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon = await importOriginal<typeof import('@node-rs/argon2')>()
  const costOf = (hashed: string) => hashed.split('$').slice(1, 4).join(' ')
  return {
    ...argon,
    hash: async (...args: Parameters<typeof argon.hash>) => {
      const hashed = await argon.hash(...args)
      work.done.push(`hash ${costOf(hashed)}`)
      return hashed
    },
    verify: (...args: Parameters<typeof argon.verify>) => {
      work.done.push(`verify ${costOf(String(args[0]))}`)
      return argon.verify(...args)
    },
  }
})

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = await testWorld()
  app = await appOf({ ...world.ctx, passwordCost })
  await signUp(app, 'ann@example.com')
  await signUp(app, 'shut@example.com')
  await signUp(app, 'social@example.com')
  await ask(world.url, `update "user" set blocked_at = created_at where email = 'shut@example.com'`)
  await ask(world.url, `update "user" set password_hash = null, provider = 'google' where email = 'social@example.com'`)
})
beforeEach(async () => {
  await ask(world.url, 'delete from throttle')
})
afterAll(async () => {
  await app.close()
  await world.close()
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

const cost = 'argon2id v=19 m=19456,t=2,p=1'

/** Returns the hashes that a request computes, which dominate its response time. */
async function hashedBy(path: string, payload: object): Promise<string[]> {
  work.done.length = 0
  await app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
  return [...work.done]
}

const identifiers = [
  'ann@example.com',
  'shut@example.com',
  'social@example.com',
  'nobody@example.com',
  'no name of anybody',
]

test.each(identifiers)('a wrong password for %s costs one verification at the same cost', async (identifier) => {
  expect(await hashedBy('local', { identifier, password: 'not the password' })).toEqual([`verify ${cost}`])
})

test('a correct password costs the same', async () => {
  expect(await hashedBy('local', { identifier: 'ann@example.com', password })).toEqual([`verify ${cost}`])
})

test.each(['ann@example.com', 'ANN@example.com', 'new@example.com'])(
  'signing up as %s costs one hash',
  async (email) => {
    expect(await hashedBy('local/register', { email, password })).toEqual([`hash ${cost}`])
  },
)

test.each(identifiers.slice(0, 4))('requesting mails to %s costs no hash', async (email) => {
  expect(await hashedBy('forgot-password', { email })).toEqual([])
  expect(await hashedBy('send-email-confirmation', { email })).toEqual([])
})

test('a new password costs one hash, whether or not its code is valid', async () => {
  const reset = (code: string) => hashedBy('reset-password', { code, password, passwordConfirmation: password })
  await hashedBy('forgot-password', { email: 'ann@example.com' })
  const code = await keyInMail(world.ctx, 'ann@example.com', 'code')
  expect(await reset('x'.repeat(43))).toEqual([`hash ${cost}`])
  expect(await reset(code)).toEqual([`hash ${cost}`])
})
