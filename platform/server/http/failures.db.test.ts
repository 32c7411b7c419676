import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opportunity } from '#features/leads/server/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  appOf,
  browserOf,
  call,
  create,
  jobTransaction,
  type Person,
  seedOpportunity,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { openDatabase } from '../database/database.ts'
import { floorBytes } from '../free-space.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  project = await setUpProject(app, ann)
})
afterAll(() => world.close())

const internalError = { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} }

const away = {
  status: 503,
  name: 'ServiceUnavailableError',
  message: 'The server cannot reach its database. Try again in a moment.',
  details: { retryAfter: 5 },
}

/** Returns the log line of a request. */
function logged(requestId: unknown, message: string): Record<string, unknown> | undefined {
  const lines = world.logged.map((line): Record<string, unknown> => JSON.parse(line))
  return lines.find((line) => line.reqId === requestId && line.msg === message)
}

test('an answer that violates the contract is not sent', async () => {
  const lead = await seedOpportunity(world.ctx, project)
  await jobTransaction(world.ctx, (tx) => tx.update(opportunity).set({ score: Number.NaN }))
  const answer = await call(app, ann, 'GET', `opportunities/${lead}`)
  expect(answer.json()).toEqual({ data: null, error: internalError })
  expect(logged(answer.headers['x-request-id'], 'response violates the contract')).toMatchObject({
    endpoint: '/opportunities/:id',
    wrong: ['data.score: invalid_type', 'data.urgency: invalid_type'],
  })
})

test('an unexpected error is logged with its request ID and not revealed', async () => {
  await ask(world.url, 'alter table keyword rename column query to wording')
  const answer = await call(app, ann, 'POST', 'keywords', { project, query: 'a secret wish' })
  expect(answer.json()).toEqual({ data: null, error: internalError })
  expect(logged(answer.headers['x-request-id'], 'unexpected error')).toMatchObject({ code: '42703', level: 50 })
  expect(world.logged.join()).not.toContain('a secret wish')
  await ask(world.url, 'alter table keyword rename column wording to query')
  await create(app, ann, 'keywords', { project, query: 'a secret wish' })
})

test('the server reconnects after the database was away', async () => {
  await ask(
    world.url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.inject('/api/health')))
  for (const answer of answers) if (answer.statusCode !== 200) expect(answer.json().error).toMatchObject(away)
  expect((await app.inject('/api/health')).statusCode).toBe(200)
})

test('while the disk is full, writes are refused and reads work', async () => {
  let free = floorBytes - 1
  const full = await appOf({ ...world.ctx, freeBytes: async () => free })
  const write = () => call(full, ann, 'POST', 'keywords', { project, query: 'paper shop' })
  const refused = await write()
  expect(refused.json()).toEqual({
    data: null,
    error: {
      status: 503,
      name: 'ServiceUnavailableError',
      message: 'The disk is full. Free up space on the server, then try again.',
      details: { reason: 'diskFull', retryAfter: 30 },
    },
  })
  expect(refused.headers['retry-after']).toBe('30')
  expect((await call(full, ann, 'GET', `keywords?filters[project]=${project}`)).statusCode).toBe(200)
  free = floorBytes
  expect((await write()).statusCode).toBe(201)
  await full.close()
})

test('while the database is away, callers are asked to retry and the cause is logged', async () => {
  const db = openDatabase('postgres://ann:hush-hush@127.0.0.1:1/nowhere', { poolSize: 1 })
  const lost = await appOf({ ...world.ctx, db })
  for (const url of ['/api/health', '/api/keywords', `/api/events?project=${project}`]) {
    const answer = await lost.inject({ url, headers: ann.headers })
    expect(answer.json().error).toEqual(away)
    expect(answer.headers['retry-after']).toBe('5')
    const line = logged(answer.headers['x-request-id'], 'database not responding')
    expect(line).toMatchObject({ code: 'ECONNREFUSED' })
  }
  expect(world.logged.join()).not.toContain('hush-hush')
  await lost.close()
  await db.close()
})

describe('while the database is away', () => {
  const root = mkdtempSync(join(tmpdir(), 'error-page-'))
  const db = openDatabase('postgres://ann:hush-hush@127.0.0.1:1/nowhere', { poolSize: 1 })
  let lost: FastifyInstance
  beforeAll(async () => {
    mkdirSync(join(root, 'site'))
    writeFileSync(
      join(root, 'site.json'),
      JSON.stringify({ documents: {}, error: 'site/error.html', scripts: ["'sha256-abc='"] }),
    )
    writeFileSync(join(root, 'site/error.html'), '<!doctype html>{{status}} {{name}}: {{message}}')
    writeFileSync(join(root, 'app.html'), '<!doctype html><title>{{title}}</title>')
    lost = await appOf({ ...world.ctx, db }, { webRoot: root })
  })
  afterAll(async () => {
    await lost.close()
    await db.close()
    rmSync(root, { recursive: true })
  })

  const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const form = 'application/x-www-form-urlencoded'
  const unsubscribe = `/unsubscribe/${'k'.repeat(43)}`

  test.each(['/app', '/app/opportunities', '/auth/login'])('%s shows the error page to browsers', async (url) => {
    const answer = await lost.inject({ url, headers: { ...browserOf(ann), accept: html } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(answer.body).toBe(`<!doctype html>503 Temporarily unavailable: ${away.message}`)
    expect([answer.headers['retry-after'], answer.headers['cache-control']]).toEqual(['5', 'no-cache'])
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'sha256-abc='")
  })

  test('unsubscribing shows the error page without scripts or a referrer, which could leak the key in the URL', async () => {
    const headers = { accept: html, 'content-type': form }
    const answer = await lost.inject({ method: 'POST', url: unsubscribe, headers, payload: '' })
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining(away.message)])
    expect(answer.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect(answer.headers['content-security-policy']).toMatch(/; script-src 'none'; /)
  })

  test.each([
    ['an API call', 'GET', '/api/keywords', html],
    ['a request for a page as JSON', 'GET', '/app', 'application/json'],
    ['a mail client', 'POST', unsubscribe, undefined],
  ] as const)('%s gets the error as JSON', async (_, method, url, accept) => {
    const headers = { ...browserOf(ann), ...(accept && { accept }), ...(method === 'POST' && { 'content-type': form }) }
    const answer = await lost.inject({ method, url, headers })
    expect([answer.statusCode, answer.json()]).toEqual([503, { data: null, error: away }])
  })
})
