import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf } from '#platform/server/digest.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { confirmAddress, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterAll(() => world.close())

/** Sends an invitation from a network address, by a new account. */
async function invitedFrom(remoteAddress: string, name: string): Promise<number> {
  const inviter = await signUp(app, `${name}@example.com`)
  await confirmAddress(world.url, inviter)
  const project = await setUpProject(app, inviter)
  const payload = { data: { project, email: `to-${name}@example.com`, role: 'client' } }
  const { headers } = inviter
  return (await app.inject({ method: 'POST', url: '/api/members', headers, payload, remoteAddress })).statusCode
}

test('a network can send at most 300 invitations a day, from all accounts together', async () => {
  expect(await invitedFrom('2001:db8::1', 'ann')).toBe(201)
  const counted = [digestOf('invitation from 2001:db8:0:0::/64')]
  expect(await ask(world.url, 'update throttle set spent = 300 where key = $1 returning key', counted)).toHaveLength(1)
  expect(await invitedFrom('2001:db8::2', 'bob')).toBe(429)
  expect(await invitedFrom('2001:db8:0:1::1', 'carl')).toBe(201)
  world.clock.advance(24 * 3_600_000)
  expect(await invitedFrom('2001:db8::2', 'dora')).toBe(201)
})
