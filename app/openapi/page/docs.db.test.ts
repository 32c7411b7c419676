import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import type { World } from '#tests/support/world.ts'
import { endpoints } from '../../contracts.ts'
import { openApiDocument } from '../document.ts'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  ;({ world, app } = await testApp())
})
afterAll(() => world.close())

test('openapi.json has the running version', async () => {
  const answer = await app.inject('/api/openapi.json')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument('1.2.3'))))
})

test('the page shows every operation, and all its internal links resolve', async () => {
  const { body, headers } = await app.inject('/api/docs')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(endpoints)))
  expect(new Set(ids).size).toBe(ids.length)
  const links = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((link) => !ids.includes(link))).toEqual([])
})

test('the page loads and runs nothing, and its policy allows only its own style', async () => {
  const { body, headers } = await app.inject('/api/docs')
  expect(body).not.toMatch(/<(script|link|img|iframe)| style="| on\w+="|url\(|@import/)
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
})
