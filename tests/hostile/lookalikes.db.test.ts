import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/databases.ts'
import { mailsTo } from '../support/mails.ts'
import { appOf, call, confirmAddress, password, setUpProject, signUp } from '../support/seed-data.ts'
import { testWorld, type World } from '../support/world.ts'

let world: World
let app: FastifyInstance
/** The same server with billing on, where only internal admins have free access. */
let paid: FastifyInstance
beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
  paid = await appOf({ ...world.ctx, billing: 'sandbox' })
})
beforeEach(async () => {
  await ask(world.url, 'delete from throttle')
  await ask(world.url, 'delete from "user"')
})
afterAll(async () => {
  await app.close()
  await paid.close()
  await world.close()
})

const post = (path: string, payload: object) => app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
const login = async (identifier: string) => (await post('local', { identifier, password })).json().user?.id

/** Addresses that look like root@example.com, or that some mail servers deliver to it, but that are different. */
const alike: [string, string][] = [
  ['Cyrillic letters', 'r\u043e\u043et@example.com'],
  ['full-width letters', '\uff52oot@example.com'],
  ['a dot', 'ro.ot@example.com'],
  ['a plus', 'root+admin@example.com'],
  ['an accent', 'roo\u0163@example.com'],
  ['a combining accent', 'root\u0301@example.com'],
  ['a bold letter', '\u{1d42b}oot@example.com'],
  ['quotes', '"root"@example.com'],
  ['a longer domain', 'root@example.com.evil.example'],
  ['a lookalike domain', 'root@ex\u0430mple.com'],
]

describe.each(alike)('an address with %s', (_what, email) => {
  test('belongs to another user', async () => {
    const root = await signUp(app, 'root@example.com')
    const other = await signUp(app, email)
    expect(other.id).not.toBe(root.id)
    expect([await login('root@example.com'), await login(email)]).toEqual([root.id, other.id])
    const before = (await mailsTo(world.ctx, 'root@example.com')).length
    await post('forgot-password', { email })
    expect((await mailsTo(world.ctx, 'root@example.com')).length).toBe(before)
    expect((await mailsTo(world.ctx, email)).at(-1)?.subject).toBe('Reset your password')
  })

  test('never has the rights of an internal admin, even if confirmed', async () => {
    const other = await signUp(app, email)
    const project = await setUpProject(app, other)
    await confirmAddress(world.url, other)
    const { data } = (await call(paid, other, 'GET', `projects/${project}/access`)).json()
    expect(data).toMatchObject({ granted: false, by: null })
  })
})

/** Lowercasing in Unicode turns these into plain addresses. They share an account, and mail goes to the plain one. */
test.each(['ROOT@EXAMPLE.COM', 'root@example.com ', 'kim@example.com'.replace('k', '\u212a')])(
  '%j is the same account as its normalized address',
  async (email) => {
    const plain = email.trim().toLowerCase()
    const { id } = await signUp(app, plain)
    expect((await post('local/register', { email, password })).json().error.message).toBe(
      'Email or Username are already taken',
    )
    expect(await login(email)).toBe(id)
    await post('forgot-password', { email })
    const recipients = await ask<{ recipient: string }>(
      world.url,
      'select distinct recipient from mail where user_id = $1',
      [id],
    )
    expect(recipients).toEqual([{ recipient: plain }])
  },
)
