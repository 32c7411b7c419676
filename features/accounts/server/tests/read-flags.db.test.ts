import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readUserFlags } from '#platform/server/user-flags.ts'
import { appOf, browserOf, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await testWorld()
  const userFlags = readUserFlags('Ada@compilers.example: tours=off fullMotion=on') ?? new Map()
  app = await appOf({ ...world.ctx, userFlags })
})

afterAll(async () => {
  await app.close()
  await world.close()
})

const flags = async (headers = {}) => (await app.inject({ url: '/api/config', headers })).json().flags

test("a user's flags are visible only to them", async () => {
  const ada = await signUp(app, 'ada@compilers.example')
  const bob = await signUp(app, 'bob@compilers.example')
  expect(await flags(browserOf(ada))).toEqual({ tours: false, fullMotion: true })
  expect(await flags(browserOf(bob))).toEqual({})
  expect(await flags()).toEqual({})
})

test('an ended session gets the flags of anonymous visitors, and its cookie is cleared', async () => {
  const answer = await app.inject({ url: '/api/config', headers: { cookie: 'jwt=gone; signed_in=1' } })
  expect([answer.statusCode, answer.json().flags]).toEqual([200, {}])
  expect(String(answer.headers['set-cookie'])).toContain('signed_in=;')
})
