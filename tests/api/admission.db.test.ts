import { eq } from 'drizzle-orm'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '#app/contracts.ts'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { seedDelivery } from '#features/alerts/server/destinations/factories.ts'
import { seedCheckout } from '#features/billing/server/factories.ts'
import { seedLeadRun } from '#features/discovery/server/factories.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { project as projectTable } from '#platform/server/tenancy/tables.ts'
import {
  addMember,
  appOf,
  call,
  confirmAddress,
  create,
  jobTransaction,
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
  signUp,
} from '../support/seed-data.ts'
import { testWorld, type World } from '../support/world.ts'
import { type Row, rows } from './admissions.ts'

let world: World
/** One app in which everything is included, and one in which projects are paid for. */
let free: FastifyInstance
let paid: FastifyInstance
let ann: Person
let cleo: Person
const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }
/** The ID of a row in Ann's project, by resource. */
const anns: Record<string, string> = {}

beforeAll(async () => {
  world = await testWorld()
  free = await appOf(world.ctx)
  paid = await appOf({ ...world.ctx, billing: 'paddle' })
  ann = await signUp(free, 'ann@example.com')
  await confirmAddress(world.url, ann)
  cleo = await signUp(free, 'cleo@example.com')
  await confirmAddress(world.url, ann)
  const project = await setUpProject(free, ann)
  await addMember(world.ctx, project, cleo, 'client')
  anns.projects = project
  anns.keywords = (await create(free, ann, 'keywords', { project, query: 'orbital welder' })).id
  anns.competitors = (await create(free, ann, 'competitors', { project, name: 'Weldco' })).id
  const upload = { project, origin: 'upload', name: 'posts.zst', bytesTotal: 5_000_000, fingerprint: 'posts' }
  anns.imports = (await create(free, ann, 'imports', upload)).id
  anns['api-tokens'] = (await create(free, ann, 'api-tokens', { project, name: 'Export' })).id
  anns['view-feeds'] = (await create(free, ann, 'view-feeds', { project })).id
  anns['reddit-accounts'] = await seedRedditAccount(world.ctx, project)
  anns.mailboxes = await seedMailbox(world.ctx, project)
  anns['mail-suppressions'] = (await create(free, ann, 'mail-suppressions', { project, address: 'no@example.com' })).id
  anns.members = (await create(free, ann, 'members', { project, email: 'carl@example.com', role: 'member' })).id
  anns.subscriptions = await seedSubscription(world.ctx, project, { status: 'canceled' })
  anns.checkouts = await seedCheckout(world.ctx, project)
  anns.purchases = await seedPurchase(world.ctx, project, { createdAt: new Date('2026-01-01T00:00:00Z') })
  anns['audit-entries'] = (await call(free, ann, 'GET', 'audit-entries')).json().data[0].id
  anns.opportunities = await seedOpportunity(world.ctx, project)
  anns.forgettings = await seedForgetting(world.ctx, project)
  anns.mentions = await seedMention(world.ctx, project)
  anns.posts = await seedDropped(world.ctx, project)
  const review = { project, post: anns.posts, verdict: 'notLead' }
  const mute = { project, mention: anns.mentions, kind: 'thread' }
  anns['mention-mutes'] = (await create(free, ann, 'mention-mutes', mute)).id
  anns['audit-reviews'] = (await create(free, ann, 'audit-reviews', review)).id
  anns['lead-runs'] = (await seedLeadRun(world.ctx, project)).run
  anns['lead-run-results'] = (await seedLeadRun(world.ctx, project)).result
  anns.notes = (await create(free, ann, 'notes', { project, opportunity: anns.opportunities, text: 'Asked' })).id
  const due = { project, opportunity: anns.opportunities, dueAt: '2026-12-01T09:00:00Z' }
  anns.reminders = (await create(free, ann, 'reminders', due)).id
  anns.prompts = (await create(free, ann, 'prompts', { project, kind: 'voice', text: 'Kind' })).id
  anns['canned-replies'] = (await create(free, ann, 'canned-replies', { project, name: 'Thanks', text: 'Hi' })).id
  anns['reply-drafts'] = (await create(free, ann, `opportunities/${anns.opportunities}/drafts`, {})).id
  anns['prompt-versions'] = (await call(free, ann, 'GET', 'prompt-versions')).json().data[0].id
  anns['saved-searches'] = (await create(free, ann, 'saved-searches', { project, name: 'Prices', query: 'price' })).id
  anns['saved-views'] = (await create(free, ann, 'saved-views', { project, name: 'Hot', params: 'label=3' })).id
  anns['alert-rules'] = (await create(free, ann, 'alert-rules', { project, name: 'Hot', query: 'price' })).id
  const hook = { project, name: 'Zap', address: 'https://pipewell.com/hook' }
  anns.destinations = (await create(free, ann, 'destinations', hook)).id
  anns.deliveries = await seedDelivery(world.ctx, project, anns.destinations)
  anns.reports = (await create(free, ann, 'reports', { project, name: 'Leads', definition })).id
  const event = { project, day: '2026-11-20', text: 'Launched' }
  anns['insight-annotations'] = (await create(free, ann, 'insight-annotations', event)).id
  const link = { project, name: 'Pipewell', report: anns.reports, days: 30, expiresInDays: 90 }
  anns['insight-shares'] = (await create(free, ann, 'insight-shares', link)).id
  anns.people = (await create(free, ann, 'people', { project, handle: 'mara' })).id
  anns.conversations = (await create(free, ann, 'conversations', { project, person: anns.people })).id
  anns['person-stages'] = (await create(free, ann, 'person-stages', { project, name: 'Trial' })).id
  const toDo = { project, person: anns.people, text: 'Call', dueAt: '2026-12-01T09:00:00Z' }
  anns.tasks = (await create(free, ann, 'tasks', toDo)).id
  const message = { project, conversation: anns.conversations, text: 'Hello' }
  anns.messages = (await create(free, ann, 'messages', message)).id
  anns['campaign-people'] = await seedCampaignPerson(world.ctx, project)
  anns.campaigns = (await create(free, ann, 'campaigns', { project, name: 'Welders', steps: [{ text: 'Hello' }] })).id
})
afterAll(async () => {
  await free.close()
  await paid.close()
  await world.close()
})

type Case = [name: string, endpoint: Endpoint, row: Row]
const cases = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]): Case[] => {
  const row = rows[name]
  return row ? [[name, endpoint, row]] : []
})

test.each(Object.keys(endpoints) as EndpointName[])('%s has a row that says who may call it', (name) => {
  if (!Object.hasOwn(rows, name))
    throw new Error(`add a row to admissions.ts: may clients call ${name}, and without a plan?`)
})

const mailServer = { host: 'mail.pipewell.example', port: 993, security: 'tls', user: 'ann' }
const mailServers = { imap: mailServer, smtp: mailServer, password: 'welding' }

/** Returns a valid body for an endpoint. */
function bodyOf({ path, method }: Endpoint): object {
  const { projects: project, members: member } = anns
  const plan = { plan: 'growth', billingCycle: 'monthly' }
  const bodies: Record<string, object> = {
    'POST /projects/:id/price-previews': plan,
    'POST /projects/:id/checkouts': plan,
    'POST /subscriptions/:id/plan-previews': plan,
    'PUT /subscriptions/:id/plan': plan,
    'PUT /subscriptions/:id/cancellation': { reason: 'other' },
    'POST /keywords': { project, query: 'pipe fitter' },
    'POST /competitors': { project: { connect: [project] }, name: 'Fitco' },
    'POST /imports': { project, origin: 'path', name: 'posts.zst' },
    'POST /members': { project, email: 'dora@example.com', role: 'member' },
    'POST /api-tokens': { project, name: 'Reports' },
    'POST /view-feeds': { project, content: 'mentions' },
    'POST /reddit-accounts': { project },
    'POST /projects/:id/retries': { kind: 'backfill' },
    'POST /projects/:id/community-playbooks': { name: 'welding' },
    'POST /projects/:id/thread-readings': { post: anns.posts },
    'POST /projects/:id/keyword-previews': { query: 'pipe fitter' },
    'PUT /projects/:id/found-lead': { post: project },
    'POST /projects/:id/live-searches': { query: 'pipe' },
    'PUT /projects/:id/live-lead': { outsideId: '1abc' },
    'PUT /opportunities/:id/rejection': { reason: 'notBuying' },
    'PUT /opportunities/:id/reply-text': { text: 'Ours does that.' },
    'POST /opportunities/:id/reply-opinions': { text: 'Ours does that.' },
    'PUT /projects/:id/reply-model': { model: null },
    'PUT /opportunities/:id/assignee': { assignee: ann.id },
    'PUT /opportunities/:id/reminder': { dueAt: '2026-12-01T09:00:00Z' },
    'POST /audit-reviews': { project, post: anns.opportunities, verdict: 'notLead' },
    'POST /lead-runs': { project },
    'PUT /lead-runs/:id': { schedule: 'daily' },
    'PUT /projects/:id/seo-queries': { queries: ['pipe welding'] },
    'PUT /projects/:id/seo-lead': { thread: world.ctx.id() },
    'PUT /lead-runs/:id/choice': { results: [anns['lead-run-results']], choice: 'dismissed' },
    'PUT /mentions/:id': { handled: true },
    'PUT /projects/:id/handled-mentions': { mentions: [anns.mentions], handled: true },
    'POST /mention-mutes': { project, mention: anns.mentions, kind: 'thread' },
    'POST /notes': { project, opportunity: anns.opportunities, text: 'Asked' },
    'POST /reminders': { project, opportunity: anns.opportunities, dueAt: '2026-12-01T09:00:00Z' },
    'POST /prompts': { project, kind: 'facts', text: 'Welds 4 m a day' },
    'POST /canned-replies': { project, name: 'Prices', text: 'From $9' },
    'POST /destinations': { project, name: 'Hook', address: 'https://pipewell.com/hook' },
    'POST /destinations/:id/replay': { delivery: anns.deliveries },
    'POST /saved-views': { project, name: 'Kept', params: 'tab=saved' },
    'POST /saved-searches': { project, name: 'Pains', query: 'welder' },
    'POST /projects/:id/alert-preview': { query: 'pipe' },
    'POST /alert-rules': { project, name: 'Pains', query: 'welder' },
    'POST /reports': { project, name: 'Figures', definition },
    'PUT /projects/:id/agency-plan': { plan: 'growth' },
    'PUT /projects/:id/insight-boards': { boards: defaultBoards(), basedOn: 0 },
    'POST /projects/:id/insight-boards/publication': { basedOn: 0 },
    'POST /insight-annotations': { project, day: '2026-11-20', text: 'Launched' },
    'POST /insight-shares': { project, name: 'Pipewell', report: anns.reports, days: 30, expiresInDays: 90 },
    'POST /opportunities/:id/public-reply': { text: 'A sheet does it' },
    'POST /projects/:id/people-of-leads': { leads: [anns.opportunities] },
    'PUT /projects/:id/changed-people': { people: [anns.people] },
    'POST /projects/:id/people-import-previews': { csv: 'handle\nmara' },
    'POST /projects/:id/people-imports': { csv: 'handle\nmara' },
    'PUT /people/:id/email': { message: anns.messages },
    'POST /people/:id/merge-previews': { person: anns.people },
    'POST /people/:id/merge': { person: anns.people },
    'POST /person-stages': { project, name: 'Demo booked' },
    'POST /tasks': { project, person: anns.people, text: 'Call', dueAt: '2026-12-01T09:00:00Z' },
    'PUT /people/:id/invitation': { quote: 'Message me', permalink: '/r/Welding/comments/1abc/' },
    'POST /mailboxes': { project, address: 'iris@pipewell.example', name: 'Iris', ...mailServers },
    'PUT /mailboxes/:id/servers': mailServers,
    'POST /mailbox-consents': { project, provider: 'google' },
    'POST /mail-conversations': { project, mailbox: anns.mailboxes, address: 'mara@example.com', subject: 'Welders' },
    'PUT /messages/:id/outcome': { sent: true },
    'POST /mail-suppressions': { project, address: 'yes@example.com' },
    'POST /people': { project, handle: 'iris' },
    'POST /conversations': { project, person: anns.people },
    'POST /messages': { project, conversation: anns.conversations, text: 'Hello' },
    'POST /campaigns': { project, name: 'Fitters', steps: [{ text: 'Hello' }] },
    'PUT /members/:id': { role: 'client' },
    'PUT /projects/:id/ownership': { member },
  }
  return bodies[`${method} ${path}`] ?? {}
}

function request(app: FastifyInstance, by: Person, endpoint: Endpoint): Promise<LightMyRequestResponse> {
  const { method, path, bytesMax, body } = endpoint
  const id = anns[path.split('/')[1] ?? ''] ?? ''
  const url = `/api${path.replace(':id', id).replace(':number', '0')}`
  if (!bytesMax)
    return app.inject({ method, url, headers: by.headers, ...(body && { payload: { data: bodyOf(endpoint) } }) })
  const headers = { ...by.headers, 'content-type': 'application/octet-stream' }
  return app.inject({ method, url, headers, payload: Buffer.alloc(1) })
}

describe('a client of the project', () => {
  test.each(cases)('calls %s', async (_name, endpoint, { client }) => {
    const answer = await request(free, cleo, endpoint)
    if (client) expect(answer.statusCode).toBe(200)
    else
      expect(answer.json().error).toMatchObject({
        status: 403,
        message: "Your role in this project doesn't allow this",
      })
  })
})

describe('the owner of a project without a plan', () => {
  test.each(cases.filter(([, , { unpaid }]) => !unpaid))(
    'gets a 402 for %s, with the reason and a link to billing',
    async (_name, endpoint) => {
      const { error } = (await request(paid, ann, endpoint)).json()
      expect(error).toMatchObject({
        status: 402,
        name: 'PaymentRequiredError',
        details: { reason: 'canceled', billing: '/app/settings/project/billing' },
      })
    },
  )

  test.each(cases.filter(([, endpoint, { unpaid }]) => unpaid && endpoint.method === 'GET'))(
    'can read %s',
    async (_name, endpoint) => {
      expect((await request(paid, ann, endpoint)).statusCode).toBe(200)
    },
  )

  test("can change the project's settings and members", async () => {
    expect((await call(paid, ann, 'PUT', `projects/${anns.projects}`, { name: 'Unpaid' })).statusCode).toBe(200)
    expect((await call(paid, ann, 'PUT', `members/${anns.members}`, { role: 'admin' })).statusCode).toBe(200)
  })

  test('can set up a second project and use it once it is paid for', async () => {
    const second = await setUpProject(paid, ann, { name: 'Brewery' })
    expect((await call(paid, ann, 'GET', `keywords?filters[project]=${second}`)).statusCode).toBe(402)
    await seedSubscription(world.ctx, second)
    expect((await call(paid, ann, 'GET', `keywords?filters[project]=${second}`)).statusCode).toBe(200)
    const { data } = (await call(paid, ann, 'GET', 'keywords?populate=project')).json()
    expect(new Set(data.map((row: { project: { id: string } }) => row.project.id))).toEqual(new Set([second]))
    expect((await call(paid, ann, 'GET', `keywords?filters[project]=${anns.projects}`)).statusCode).toBe(402)
    expect((await call(paid, ann, 'GET', `keywords/${anns.keywords}`)).statusCode).toBe(402)
    expect((await call(paid, ann, 'GET', `keywords/${world.ctx.id()}`)).statusCode).toBe(404)
  })

  test("cannot open the project's event stream", async () => {
    const answer = await paid.inject({ url: `/api/events?project=${anns.projects}`, headers: ann.headers })
    expect(answer.statusCode).toBe(402)
  })

  test("learns nothing about another user's project", async () => {
    const bob = await signUp(paid, 'bob@example.com')
    await setUpProject(paid, bob)
    expect((await call(paid, bob, 'GET', `keywords/${anns.keywords}`)).statusCode).toBe(404)
    expect((await call(paid, bob, 'GET', `projects/${anns.projects}/health`)).statusCode).toBe(404)
    expect((await call(paid, bob, 'POST', 'keywords', { project: anns.projects, query: 'x y' })).statusCode).toBe(404)
  })
})

describe('access to a project', () => {
  /** Creates a project with a new owner. */
  async function projectOf(name: string, overrides: Partial<typeof projectTable.$inferInsert> = {}) {
    const owner = await signUp(free, `${name}-${world.ctx.id()}@example.com`)
    const id = await setUpProject(free, owner)
    if (Object.keys(overrides).length > 0) {
      await jobTransaction(world.ctx, (tx) => tx.update(projectTable).set(overrides).where(eq(projectTable.id, id)))
    }
    return { owner, id }
  }
  const access = async (by: Person, id: string) => (await call(paid, by, 'GET', `projects/${id}/access`)).json().data
  const leads = async (by: Person, id: string) =>
    (await call(paid, by, 'GET', `opportunities?filters[project]=${id}`)).statusCode

  test.each([
    ['active', {}, 'subscription', 'growth'],
    ['past_due', {}, 'subscription', 'growth'],
    ['active', { scheduledChangeAction: 'cancel' }, 'subscription', 'growth'],
    ['paused', {}, null, null],
    ['canceled', {}, null, null],
  ] as const)('depends on the subscription: %s %j', async (status, overrides, by, plan) => {
    const { owner, id } = await projectOf('olga')
    await seedSubscription(world.ctx, id, { status, ...overrides })
    expect(await access(owner, id)).toMatchObject({ granted: by !== null, by, plan, reason: by ? null : status })
    expect(await leads(owner, id)).toBe(by ? 200 : 402)
  })

  test.each([
    [71, 200, 'pass'],
    [73, 402, null],
  ])('with a pass bought %i hours ago answers %i', async (hours, status, plan) => {
    const { owner, id } = await projectOf('olga')
    await seedPurchase(world.ctx, id, { createdAt: new Date(world.clock.now.getTime() - hours * 3_600_000) })
    expect(await leads(owner, id)).toBe(status)
    expect(await access(owner, id)).toMatchObject({ plan, reason: status === 402 ? 'passOver' : null })
  })

  test("from an agency subscription covers every member of a client's project, and no other project", async () => {
    const { owner, id } = await projectOf('agnes')
    const client = await setUpProject(free, owner)
    await jobTransaction(world.ctx, (tx) =>
      tx
        .update(projectTable)
        .set({ isAgencyProject: true, agencyPlan: 'professional' })
        .where(eq(projectTable.id, client)),
    )
    const plain = await setUpProject(free, owner)
    const agency = { mainProductId: 'pro_agency', mainProductName: 'Agency (yearly)' }
    await seedSubscription(world.ctx, id, { userId: owner.id, ...agency })
    const member = await signUp(free, `mia-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, client, member, 'client')
    expect(await access(member, client)).toMatchObject({
      by: 'subscription',
      plan: 'professional',
      quota: { keywords: 60 },
    })
    expect(await leads(member, client)).toBe(200)
    expect(await leads(owner, plain)).toBe(402)
  })

  test('is granted to internal admins in their own projects, once they confirm their address', async () => {
    const root = await signUp(free, 'root@example.com')
    const own = await setUpProject(free, root)
    expect(await leads(root, own)).toBe(402)
    await confirmAddress(world.url, root)
    expect(await access(root, own)).toMatchObject({ granted: true, by: 'internalAdmin', quota: null })
    expect(await leads(root, own)).toBe(200)
    expect((await call(paid, root, 'GET', `projects/${anns.projects}/access`)).statusCode).toBe(404)
  })

  test('is granted to everyone when billing is off', async () => {
    const { owner, id } = await projectOf('olga')
    const { data } = (await call(free, owner, 'GET', `projects/${id}/access`)).json()
    expect(data).toEqual({
      ...{ granted: true, by: 'billingOff', reason: null, plan: null, quota: null },
      archivesFolder: false,
    })
  })
})
