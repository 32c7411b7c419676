import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { appOf } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  ;({ world, app } = await testApp())
})
afterAll(() => world.close())

test('returns only the requested icons, in the format of public icon services', async () => {
  const answer = await app.inject('/icons/bxl.json?icons=google,github')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('public, max-age=604800')
  const { prefix, icons, width, height } = answer.json()
  expect([prefix, Object.keys(icons), width, height]).toEqual(['bxl', ['google', 'github'], 24, 24])
  expect(icons.google.body).toMatch(/^<path fill="currentColor"/)
})

test('lists unknown icons as not found', async () => {
  const some = (await app.inject('/icons/lucide.json?icons=radar,nothing-like-it')).json()
  expect([Object.keys(some.icons), some.not_found]).toEqual([['radar'], ['nothing-like-it']])
  const none = (await app.inject('/icons/lucide.json?icons=nothing-like-it')).json()
  expect([none.icons, none.not_found]).toEqual([{}, ['nothing-like-it']])
})

test('resolves an alias to its icon', async () => {
  const { icons, aliases } = (await app.inject('/icons/lucide.json?icons=alert-circle')).json()
  expect(Object.keys(icons)).toEqual([aliases['alert-circle'].parent])
})

test('the page policy allows only the configured icon hosts', async () => {
  const iconHosts = ['https://icons.example/sets', 'http://localhost:3100']
  const other = await appOf({ ...world.ctx, iconHosts })
  expect((await other.inject('/api/config')).json().iconHosts).toEqual(iconHosts)
  const policy = String((await other.inject('/auth/login')).headers['content-security-policy'])
  expect(policy).toMatch(/connect-src 'self' https:\/\/icons\.example http:\/\/localhost:3100;/)
  const usual = String((await app.inject('/auth/login')).headers['content-security-policy'])
  expect(usual).toContain("connect-src 'self';")
  await other.close()
})

test.each([
  '/icons/mdi.json?icons=home',
  '/icons/constructor.json?icons=name',
  '/icons/__proto__.json?icons=name',
  '/icons/..%2Fbxl.json?icons=google',
  '/icons/bxl.svg?icons=google',
  '/icons/bxl.json',
  '/icons/bxl.json?icons=',
  '/icons/bxl.json?icons=Google',
  '/icons/bxl.json?icons=../../package',
  '/icons/bxl.json?icons=a&icons=b',
  '/icons/bxl.json?icons=google,,github',
])('%s is not found', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404)
})
