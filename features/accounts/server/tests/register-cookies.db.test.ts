import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { browserOf, type Person, password } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})

afterAll(() => world.close())

test.each([
  ['a taken address', { email: 'ann@example.com', password }],
  ['a short password', { email: 'eve@example.com', password: 'short' }],
  ['an unknown key', { email: 'eve@example.com', password, role: 'admin' }],
])('the cookies are cleared by a registration that fails for %s', async (_why, payload) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/local/register',
    payload,
    headers: browserOf(ann),
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.cookies.map(({ name, value, maxAge }) => [name, value, maxAge])).toEqual([
    ['jwt', '', 0],
    ['signed_in', '', 0],
  ])
})
