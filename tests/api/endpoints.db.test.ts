import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/contracts.ts'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { seedPasskey } from '#features/accounts/server/passkeys/tests/authenticator.ts'
import { seedDelivery } from '#features/alerts/server/destinations/factories.ts'
import { newBrowser } from '#features/alerts/server/push/factories.ts'
import { seedCheckout } from '#features/billing/server/factories.ts'
import { seedLeadRun } from '#features/discovery/server/factories.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ErrorBody } from '#platform/contract/errors.ts'
import { testApp } from '../support/app.ts'
import { ask } from '../support/databases.ts'
import {
  call,
  confirmAddress,
  create,
  type Person,
  seedCampaignPerson,
  seedDropped,
  seedForgetting,
  seedMailbox,
  seedMention,
  seedOpportunity,
  seedPurchase,
  seedRedditAccount,
  seedSubscription,
  setUpProject,
} from '../support/seed-data.ts'
import type { World } from '../support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
/** The ID of a row of Ann's, by resource. */
const anns: Record<string, string> = {}

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  await confirmAddress(world.url, ann)
  const project = await setUpProject(app, ann)
  await setUpProject(app, bob)
  anns.projects = project
  anns.keywords = (await create(app, ann, 'keywords', { project, query: 'orbital welder' })).id
  anns.competitors = (await create(app, ann, 'competitors', { project, name: 'Weldco' })).id
  const upload = { project, origin: 'upload', name: 'posts.zst', bytesTotal: 5_000_000, fingerprint: 'posts' }
  anns.imports = (await create(app, ann, 'imports', upload)).id
  anns['api-tokens'] = (await create(app, ann, 'api-tokens', { project, name: 'Export' })).id
  anns.sessions = (await call(app, ann, 'GET', 'sessions')).json().data[0].id
  anns.members = (await create(app, ann, 'members', { project, email: 'carl@example.com', role: 'member' })).id
  anns.subscriptions = await seedSubscription(world.ctx, project)
  // The chart of a link that nobody has.
  anns['shared-insights'] = world.ctx.id()
  anns.checkouts = await seedCheckout(world.ctx, project)
  anns.purchases = await seedPurchase(world.ctx, project)
  anns.invoice = anns.purchases
  anns['audit-entries'] = (await call(app, ann, 'GET', 'audit-entries')).json().data[0].id
  anns.invitations = anns.members
  anns.opportunities = await seedOpportunity(world.ctx, project)
  anns.forgettings = await seedForgetting(world.ctx, project)
  anns.mentions = await seedMention(world.ctx, project)
  anns['lead-runs'] = (await seedLeadRun(world.ctx, project)).run
  anns['campaign-people'] = await seedCampaignPerson(world.ctx, project)
  anns['lead-run-results'] = (await seedLeadRun(world.ctx, project)).result
  const dropped = await seedDropped(world.ctx, project)
  const opportunity = anns.opportunities
  const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }
  const further: [resource: string, data: () => object][] = [
    ['notes', () => ({ opportunity, text: 'Asked' })],
    ['reminders', () => ({ opportunity, dueAt: '2026-12-01T09:00:00Z' })],
    ['prompts', () => ({ kind: 'voice', text: 'Kind' })],
    ['canned-replies', () => ({ name: 'Thanks', text: 'Hi {author}' })],
    ['audit-reviews', () => ({ post: dropped, verdict: 'notLead' })],
    ['mention-mutes', () => ({ mention: anns.mentions, kind: 'thread' })],
    ['saved-searches', () => ({ name: 'Prices', query: 'price' })],
    ['saved-views', () => ({ name: 'Hot', params: 'label=3' })],
    ['view-feeds', () => ({ content: 'mentions' })],
    ['alert-rules', () => ({ name: 'Hot', query: 'price' })],
    ['destinations', () => ({ name: 'Zap', address: 'https://pipewell.com/hook' })],
    ['reports', () => ({ name: 'Leads', definition })],
    ['insight-annotations', () => ({ day: '2026-11-20', text: 'Launched' })],
    ['insight-shares', () => ({ name: 'Pipewell', report: anns.reports, days: 30, expiresInDays: 90 })],
    ['people', () => ({ handle: 'mara' })],
    ['person-stages', () => ({ name: 'Demo booked' })],
    ['tasks', () => ({ person: anns.people, text: 'Call', dueAt: '2026-12-01T09:00:00Z' })],
    ['conversations', () => ({ person: anns.people })],
    ['messages', () => ({ conversation: anns.conversations, text: 'Hello' })],
    ['campaigns', () => ({ name: 'Welders', steps: [{ text: 'Hello' }] })],
  ]
  for (const [resource, data] of further) anns[resource] = (await create(app, ann, resource, { project, ...data() })).id
  anns['push-browsers'] = (await call(app, ann, 'POST', 'push-browsers', newBrowser().subscription)).json().data.id
  anns.deliveries = await seedDelivery(world.ctx, project, anns.destinations ?? '')
  anns['reddit-accounts'] = await seedRedditAccount(world.ctx, project)
  anns.mailboxes = await seedMailbox(world.ctx, project)
  anns['mail-suppressions'] = (await create(app, ann, 'mail-suppressions', { project, address: 'no@example.com' })).id
  anns.identities = world.ctx.id()
  anns['undelivered-mails'] = world.ctx.id()
  anns.passkeys = await seedPasskey(world.ctx, ann.id)
  anns['admin-users'] = ann.id
  anns['admin-projects'] = project
  await ask(
    world.url,
    `insert into social_identity (id, provider, subject, user_id, username, created_at)
     values ('${anns.identities}', 'github', 'ann-7', '${ann.id}', 'ann', now())`,
  )
  anns['reply-drafts'] = (await create(app, ann, `opportunities/${anns.opportunities}/drafts`, {})).id
  anns['prompt-versions'] = (await call(app, ann, 'GET', 'prompt-versions')).json().data[0].id
  anns.exports = (await create(app, ann, 'exports', { kind: 'account' })).id
})
afterAll(() => world.close())

type Case = [name: string, endpoint: Endpoint, at: number]
const all: Case[] = Object.entries(endpoints).map(([name, endpoint], at) => [name, endpoint, at])
const closed = all.filter(([, { access }]) => access === 'signedIn' || access === 'inPerson')
const wrapped = all.filter(([, { body }]) => body instanceof z.ZodObject && 'data' in body.shape)
const ofOneRow = all.filter(([, endpoint]) => endpoint.path.includes(':id'))

/** Returns two of the values. The same code reads every request, so that each endpoint gets some of them. */
function twoOf<T>(values: readonly T[], at: number): readonly T[] {
  return [0, 1].flatMap((nth) => values.slice((at + nth) % values.length).slice(0, 1))
}

const malformedIds = ['1', '1%20OR%201=1', '..%2f', '2147483648', 'x'.repeat(500), '%00', '%zz']
const bodiesOtherThanJson = [
  ['text/plain', '{"data":{}}'],
  ['application/x-www-form-urlencoded', 'data=1'],
  ['application/json', '{"data":'],
  ['application/json', Buffer.from([0x22, 0xff, 0x22])],
] as const
const bodiesWithoutData = [undefined, {}, { data: null }, { data: 'x' }, { data: [] }, [], { name: 'x' }]
const readOnlyKeys = ['id', 'user', 'version', 'createdAt', '__proto__', 'constructor']

/** The form of a new passkey. */
const noPasskey = {
  ...{ id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
}
const mailServer = { host: 'mail.pipewell.example', port: 993, security: 'tls', user: 'ann' }
const mailServers = { imap: mailServer, smtp: mailServer, password: 'welding' }

/** Returns a body with valid keys. */
function bodyOf(endpoint: Endpoint): object {
  const plan = { plan: 'growth', billingCycle: 'monthly' }
  const bodies: Record<string, object> = {
    '/projects/:id/price-previews': plan,
    '/projects/:id/checkouts': plan,
    '/subscriptions/:id/plan-previews': plan,
    '/subscriptions/:id/plan': plan,
    '/subscriptions/:id/cancellation': { reason: 'other' },
    '/opportunities/:id/rejection': { reason: 'notBuying' },
    '/opportunities/:id/reply-text': { text: 'Ours does that.' },
    '/opportunities/:id/reply-opinions': { text: 'Ours does that.' },
    '/projects/:id/reply-model': { model: null },
    '/opportunities/:id/assignee': { assignee: ann.id },
    '/opportunities/:id/reminder': { dueAt: '2026-12-01T09:00:00Z' },
    '/lead-runs/:id': { schedule: 'daily' },
    '/lead-runs/:id/choice': { results: [anns['lead-run-results']], choice: 'dismissed' },
    '/mentions/:id': { handled: true },
    '/projects/:id/handled-mentions': { mentions: [anns.mentions], handled: true },
    '/opportunities/:id/public-reply': { text: 'A sheet does it' },
    '/projects/:id/people-of-leads': { leads: [anns.opportunities] },
    '/projects/:id/changed-people': { people: [anns.people] },
    '/projects/:id/people-import-previews': { csv: 'handle\nmara' },
    '/projects/:id/people-imports': { csv: 'handle\nmara' },
    '/people/:id/email': { message: anns.people },
    '/people/:id/merge-previews': { person: anns.people },
    '/people/:id/merge': { person: anns.people },
    '/people/:id/invitation': { quote: 'Message me', permalink: '/r/Welding/comments/1abc/' },
    '/mailboxes/:id/servers': mailServers,
    '/messages/:id/outcome': { sent: true },
    '/destinations/:id/replay': { delivery: anns.deliveries },
    '/push-browsers': newBrowser().subscription,
    '/exports': { kind: 'account' },
    '/users/me/passkeys': { name: 'Phone', credential: noPasskey },
    '/users/me/passkeys/:id': { name: 'Phone' },
    '/agency/brand': { name: 'Northside', background: '#1e3a8a', ink: '#ffffff' },
    '/projects/:id/agency-plan': { plan: 'growth' },
    '/projects/:id/insight-boards': { boards: defaultBoards(), basedOn: 0 },
    '/projects/:id/insight-boards/publication': { basedOn: 0 },
    '/keywords': { project: anns.projects, query: 'pipe fitter' },
    '/competitors': { project: anns.projects, name: 'Fitco' },
    '/projects': { name: 'Second' },
    '/website-profiles': { website: 'pipewell.example' },
    '/projects/:id/retries': { kind: 'backfill' },
    '/projects/:id/keyword-previews': { query: 'pipe fitter' },
    '/notification-settings': { quietHours: null, timeOfDay: '18:30' },
    '/projects/:id/alert-preview': { query: 'pipe' },
    '/projects/:id/community-playbooks': { name: 'welding' },
    '/projects/:id/thread-readings': { post: anns.opportunities },
    '/projects/:id/found-lead': { post: anns.projects },
    '/projects/:id/live-searches': { query: 'pipe' },
    '/projects/:id/live-lead': { outsideId: '1abc' },
    '/projects/:id/seo-queries': { queries: ['pipe welding'] },
    '/projects/:id/seo-lead': { thread: world.ctx.id() },
    '/api-tokens': { project: anns.projects, name: 'Report', scope: 'read' },
    '/members': { project: anns.projects, email: 'dora@example.com', role: 'member' },
    '/members/:id': { role: 'client' },
    '/members/:id/acceptance': { token: 'x' },
    '/projects/:id/ownership': { member: anns.members },
    '/admin-users/:id': { email: ann.email },
    '/admin-users/:id/flags': { flags: {} },
    '/admin-projects/:id/access-grant': { days: 7, reason: 'Trial' },
    '/imports': { project: anns.projects, origin: 'path', name: 'posts.zst' },
  }
  return bodies[endpoint.path] ?? {}
}

/** Returns a request with a valid address and body. */
function requestTo(endpoint: Endpoint, { id, headers }: { id?: string; headers?: Record<string, string> } = {}) {
  const resource = endpoint.path.split('/:id')[0]?.split('/').at(-1) ?? ''
  const path = endpoint.path.replace(':id', id ?? anns[resource] ?? '').replace(':number', '0')
  const url = `/api${path}${endpoint.path.startsWith('/invitations/') ? '?token=x' : ''}`
  const { method } = endpoint
  if (endpoint.bytesMax) {
    return {
      method,
      url,
      payload: Buffer.alloc(1),
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    }
  }
  return { method, url, headers: { ...headers }, ...(endpoint.body && { payload: { data: bodyOf(endpoint) } }) }
}

describe('every endpoint of the contract', () => {
  test.each(closed)('%s answers 403 without a session', async (_name, endpoint) => {
    const answer = await app.inject(requestTo(endpoint))
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({
      data: null,
      error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
    })
  })

  test.each(closed)('%s answers 401 to a bad token', async (_name, endpoint) => {
    const answer = await app.inject(requestTo(endpoint, { headers: { authorization: 'Bearer nonsense' } }))
    expect(answer.statusCode).toBe(401)
    expect(answer.json().error).toMatchObject({ name: 'UnauthorizedError', message: 'Missing or invalid credentials' })
  })

  test.each(ofOneRow)("%s answers 404 for another user's row", async (_name, endpoint) => {
    const answer = await app.inject(requestTo(endpoint, { headers: bob.headers }))
    // An invited user doesn't have access yet, so the message explains what to do.
    const isInvitation = /acceptance$|^.invitations/.test(endpoint.path)
    const message = isInvitation ? expect.stringContaining('no longer valid') : 'Not Found'
    expect(answer.json()).toEqual({ data: null, error: { status: 404, name: 'NotFoundError', message, details: {} } })
    expect(answer.statusCode).toBe(404)
  })

  test.each(ofOneRow)('%s answers 404 for an unknown row', async (_name, endpoint) => {
    const id = world.ctx.id()
    const answer = await app.inject(requestTo(endpoint, { id, headers: ann.headers }))
    expect(answer.statusCode).toBe(404)
  })

  test.each(ofOneRow)('%s answers 404 for a malformed id', async (_name, endpoint, at) => {
    for (const id of twoOf(malformedIds, at)) {
      const answer = await app.inject(requestTo(endpoint, { id, headers: ann.headers }))
      expect(answer.statusCode).toBe(404)
      expect(ErrorBody.safeParse(answer.json()).success).toBe(true)
    }
  })

  test.each(all)('%s refuses an unknown query key', async (_name, endpoint) => {
    const request = requestTo(endpoint, { headers: ann.headers })
    const payload = endpoint.session === 'starts' ? { identifier: 'a', password: 'b', email: 'c' } : undefined
    const url = `${request.url}${request.url.includes('?') ? '&' : '?'}where[id]=1`
    const answer = await app.inject({ ...request, url, ...(payload && { payload }) })
    expect(answer.json().error).toMatchObject({ status: 400, name: 'ValidationError', message: 'Invalid key where' })
  })

  test.each(all.filter(([, { method }]) => method !== 'GET'))(
    '%s refuses a body that is not JSON',
    async (_name, endpoint, at) => {
      const { method, url } = requestTo(endpoint)
      for (const [type, payload] of twoOf(bodiesOtherThanJson, at)) {
        const answer = await app.inject({ method, url, payload, headers: { ...ann.headers, 'content-type': type } })
        expect(answer.statusCode).toBe(400)
        expect(ErrorBody.safeParse(answer.json()).success).toBe(true)
      }
    },
  )

  test.each(wrapped)('%s reports missing data', async (_name, endpoint, at) => {
    const { method, url } = requestTo(endpoint)
    for (const payload of twoOf(bodiesWithoutData, at)) {
      const answer = await app.inject({ method, url, headers: ann.headers, ...(payload && { payload }) })
      expect(answer.json().error).toMatchObject({
        status: 400,
        name: 'ValidationError',
        message: 'Missing "data" payload in the request body',
      })
    }
  })

  test.each(wrapped)('%s refuses a read-only key', async (_name, endpoint, at) => {
    const request = requestTo(endpoint)
    for (const key of twoOf(readOnlyKeys, at)) {
      const data = JSON.parse(JSON.stringify(bodyOf(endpoint)).replace('{', `{"${key}":"x",`).replace(',}', '}'))
      const payload = JSON.stringify({ data })
      const headers = { ...ann.headers, 'content-type': 'application/json' }
      const answer = await app.inject({ method: request.method, url: request.url, headers, payload })
      expect(answer.json().error).toMatchObject({ status: 400, message: `Invalid key ${key}`, details: { key } })
    }
  })
})

describe('every response', () => {
  test('health requires no session', async () => {
    const answer = await app.inject('/api/health')
    expect(answer.json()).toEqual({ status: 'ok', version: '1.2.3', roles: ['web'] })
  })

  test.each(['/api', '/api/', '/api/nowhere', '/api/projects/', '/api/PROJECTS', '/api//projects', '/api/100%'])(
    '%s is not an endpoint',
    async (url) => {
      const answer = await app.inject({ url, headers: ann.headers })
      expect(answer.statusCode).toBe(404)
      expect(answer.json().error).toEqual({ status: 404, name: 'NotFoundError', message: 'Not Found', details: {} })
    },
  )

  test('a body over 1 MB is refused', async () => {
    const payload = { data: { name: 'x'.repeat(1024 * 1024) } }
    const answer = await app.inject({ method: 'POST', url: '/api/projects', headers: ann.headers, payload })
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toMatchObject({ name: 'PayloadTooLargeError', status: 413 })
  })

  test('a body with a hundred thousand brackets is refused', async () => {
    const payload = `{"data":{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    const headers = { ...ann.headers, 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/api/projects', headers, payload })
    expect(answer.statusCode).toBe(400)
  })

  test('every invalid field of a body is reported with its path, and no value is repeated', async () => {
    const data = { name: '', summary: 7, keywords: ['fine', 'x'.repeat(501)] }
    const answer = await app.inject({ method: 'POST', url: '/api/projects', headers: ann.headers, payload: { data } })
    expect(answer.json().error).toEqual({
      status: 400,
      name: 'ValidationError',
      message: '3 errors occurred',
      details: {
        errors: [
          { path: ['name'], message: 'name must not be empty', name: 'ValidationError' },
          { path: ['summary'], message: 'summary must be a string', name: 'ValidationError' },
          { path: ['keywords', 1], message: 'keywords.1 must have at most 500 characters', name: 'ValidationError' },
        ],
      },
    })
  })

  test.each(['/api/health', '/api/nowhere', '/nowhere'])('%s carries the security headers', async (url) => {
    const { headers } = await app.inject(url)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('the API is never cached, and each request has an ID', async () => {
    const { headers } = await app.inject({ url: '/api/projects', headers: ann.headers })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('HEAD answers like GET, without the body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/api/projects', headers: ann.headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
  })
})
