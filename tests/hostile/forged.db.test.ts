import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ask } from '../support/databases.ts'
import { identityWrites } from './identity-writes.ts'
import { projectWrites } from './project-writes.ts'
import { browserRequest, openScene, type Scene, send } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
beforeEach(async () => {
  await ask(scene.world.url, 'delete from throttle')
})
afterAll(() => scene.close())

const writes = { ...identityWrites, ...projectWrites }
const writing = Object.entries<Endpoint>(endpoints)
  .filter(([, { method }]) => method !== 'GET')
  .map(([name, endpoint], at) => [name, endpoint, at] as const)
/** Endpoints that store nothing, or nothing new when there is nothing to do. */
const unseen = new Set([
  'websiteProfilesCreate',
  'previewsCreate',
  'projectFileChecksCreate',
  'keywordPreviewsCreate',
  'alertPreviewCreate',
  'communityPlaybooksCreate',
  'threadReadingsCreate',
  'pushTestCreate',
  'liveSearchesCreate',
  'draftTestCreate',
  // There are no mail servers and no sandbox here.
  'mailboxesConnect',
  'mailboxServersPut',
  'sandboxMailboxPut',
  // There is no chat model here.
  'replyOpinionCreate',
  'replyModelPut',
  // Reddit is silent here.
  'liveLeadPut',
  // No thread ranks here.
  'seoLeadPut',
  'retriesCreate',
  'pricePreview',
  'peopleImportPreviewsCreate',
  'mergePreviewsCreate',
  'planChangePreview',
  'paymentMethodUpdate',
])

/** Origins of forged requests. A browser sends one with every request except plain navigation; null stands for none. */
const elsewhere = [
  'https://evil.example',
  'null',
  'http://localhost:3000.evil.example',
  'http://evil-localhost:3000',
  'http://localhost:3001',
  'https://localhost:3000',
  null,
]
/**
 * Content types that a page may send to another site without a preflight: those of forms, beacons and simple fetches.
 */
const simpleTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  undefined,
]
/** How many of these are origins. */
const others = elsewhere.length - 1
const granting = /^access-control-/

test('every writing endpoint has a request in the tables of tests/hostile', () => {
  expect(writing.map(([name]) => name).filter((name) => !writes[name])).toEqual([])
})

describe.each(writing)('%s', (name, endpoint, at) => {
  test('works from our own pages only, not from another site (CSRF)', async () => {
    const write = await writes[name]!(scene)
    const before = await scene.contents()
    // Over the endpoints, each origin is sent to many. Each endpoint refuses a missing one and another.
    for (const origin of [elsewhere[at % others] ?? null, null]) {
      const forged = browserRequest(endpoint, write, origin)
      const answer = endpoint.access === 'anyone' ? null : await send(scene, forged)
      if (answer) expect([origin, answer.statusCode]).toEqual([origin, 403])
    }
    for (const nth of [0, 1]) {
      // Over the endpoints, each type comes from each origin.
      const type = simpleTypes[(at + nth) % simpleTypes.length]
      const origin = elsewhere[(at + nth) % elsewhere.length] ?? null
      const forged = browserRequest(endpoint, write, origin)
      const { 'content-type': _, ...headers } = forged.headers
      const plain = { ...forged, headers: { ...headers, ...(type && { 'content-type': type }) } }
      const unread = await send(scene, { ...plain, payload: forged.payload ?? '{}' })
      expect([origin, type, [400, 403].includes(unread.statusCode)]).toEqual([origin, type, true])
      expect(unread.cookies.filter(({ value }) => value !== '')).toEqual([])
      if (endpoint.session === 'ends') expect(unread.cookies).toEqual([])
      expect(Object.keys(unread.headers).filter((header) => granting.test(header))).toEqual([])
    }
    expect(await scene.contents()).toEqual(before)

    const done = await send(scene, browserRequest(endpoint, write, 'http://localhost:3000'))
    if (!unseen.has(name)) {
      expect([done.body, done.statusCode < 300]).toEqual([done.body, true])
      expect(await scene.contents()).not.toEqual(before)
    }
  })

  test('grants no other site access on preflight (CORS)', async () => {
    const { url } = browserRequest(endpoint, { by: null, id: scene.project }, null)
    const headers = {
      origin: elsewhere[at % others] ?? '',
      'access-control-request-method': endpoint.method,
      'access-control-request-headers': 'content-type',
    }
    const answer = await send(scene, { method: 'OPTIONS', url, headers })
    expect(answer.statusCode).toBe(404)
    expect(Object.keys(answer.headers).filter((header) => granting.test(header))).toEqual([])
  })
})

test('signing out from another site keeps the cookies', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
    const answer = await send(scene, { method: 'POST', url: '/api/auth/logout', headers })
    expect(answer.cookies).toEqual([])
  }
})

test('signing in from another site sets no cookies', async () => {
  const { email } = await scene.newcomer()
  const payload = { identifier: email, password: 'correct horse battery' }
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await send(scene, { method: 'POST', url: '/api/auth/local', headers: { origin }, payload })
    expect(answer.cookies.filter(({ value }) => value !== '')).toEqual([])
  }
})

test('no address below /api is readable by another site', async () => {
  const { cookie } = { cookie: `jwt=${scene.owner.jwt}` }
  for (const url of ['/api/projects', '/api/users/me', '/api/config', '/api/openapi.json', '/api/nowhere']) {
    const { headers } = await send(scene, { url, headers: { cookie, origin: 'https://evil.example' } })
    expect(Object.keys(headers).filter((header) => granting.test(header))).toEqual([])
  }
})
