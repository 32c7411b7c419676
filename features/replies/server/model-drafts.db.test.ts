import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { redditApi } from '#features/reddit/server/accounts/open.ts'
import { openExchange } from '#features/reddit/server/api/exchange.ts'
import { newPosts } from '#features/reddit/server/api/listings.ts'
import type { Behaviour, StandIn } from '#sandbox/behaviour.ts'
import { briefModelName, chatModel, chatModelName } from '#sandbox/chat-model.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  addMember,
  auditOf,
  call,
  create,
  type Person,
  seedOpportunity,
  seedSubscription,
  setUpProject,
} from '#tests/support/seed-data.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import type { World } from '#tests/support/world.ts'
import type { DraftTest, ReplyDraft } from '../contract-drafts.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let endpoint: StandIn
let close: () => void
let project: string
let lead: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  world.ctx.billing = 'paddle'
})
afterAll(() => world.close())

const pricing = { title: 'How much does a pipe welding robot cost?', body: 'What does pipe welding cost a month?' }
beforeEach(async () => {
  endpoint = chatModel()
  const open = await openStandIn(endpoint)
  close = open.close
  world.ctx.model = { url: open.url, model: chatModelName, apiKey: 'key-of-ours' }
  world.ctx.modelDailyPosts = 500
  project = await setUpProject(app, ann, { summary: 'A welding robot for pipes.' })
  await seedSubscription(world.ctx, project, { mainProductId: 'pro_startup', mainProductName: 'Startup' })
  await create(app, ann, 'prompts', { project, kind: 'facts', text: 'It costs $900 a month.\nPipewell welds on site.' })
  lead = await leadOf(pricing)
  return () => close()
})

/** Adds a lead that the plan has released. */
const leadOf = (texts: { title: string; body: string }) =>
  seedOpportunity(world.ctx, project, { ...texts, releasedAt: world.ctx.now() })
const post = (headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/opportunities/${lead}/drafts`,
    headers: { ...ann.headers, ...headers },
    payload: { data: {} },
  })
const suggest = async (): Promise<ReplyDraft> => {
  const response = await post()
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}
/** Returns the messages of a streamed suggestion. */
async function stream(headers: Record<string, string> = {}) {
  const response = await post({ accept: 'text/event-stream', ...headers })
  return response.body
    .split('\n\n')
    .filter((message) => message !== '')
    .map((message) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(message)!
      return { event, data: JSON.parse(data!) }
    })
}
const spentOn = async (): Promise<unknown[]> =>
  (await call(app, ann, 'GET', `projects/${project}/credit-entries`))
    .json()
    .data.filter(({ kind }: { kind: string }) => kind === 'spent')
    .map(({ opportunity }: { opportunity: { id: string } | null }) => opportunity?.id)
const spent = async () => (await spentOn()).length
const stored = async (): Promise<ReplyDraft[]> =>
  (await call(app, ann, 'GET', `reply-drafts?filters[opportunity]=${lead}`)).json().data

describe('with a chat model', () => {
  test('the text arrives in parts, then checked, with the disclosure line, and is stored and paid once', async () => {
    const messages = await stream()
    const parts = messages.filter(({ event }) => event === 'text').map(({ data }) => data.text)
    expect(parts.length).toBeGreaterThan(1)
    const { event, data } = messages.at(-1)!
    expect(event).toBe('answer')
    expect(data.data).toMatchObject({ state: 'drafted', method: 'model', model: chatModelName, refusal: null })
    expect(data.data.text).toBe(`${parts.join('')}\n\nDisclosure: I work on Pipewell.`)
    expect(data.data).toMatchObject({
      inputTokens: expect.any(Number),
      outputTokens: Math.ceil(parts.join('').length / 4),
    })
    expect(data.data.facts).toEqual(['It costs $900 a month.', 'Pipewell welds on site.'])
    expect(await stored()).toEqual([data.data])
    expect(await spent()).toBe(1)
  })

  test('clients that accept no stream get the same as an answer', async () => {
    expect(await suggest()).toMatchObject({ state: 'drafted', method: 'model' })
  })

  test('a repeated request gets the first answer, without another text or credit', async () => {
    const headers = { 'idempotency-key': 'stream-1' }
    const first = await stream(headers)
    expect(await stream(headers)).toEqual([first.at(-1)])
    expect([endpoint.asked.length, (await stored()).length, await spent()]).toEqual([1, 1, 1])
  })

  test.each<[Behaviour, RegExp]>([
    ['lie', /link|number|claim/],
    ['fail', /not available/],
    ['busy', /not available/],
    ['nonsense', /not available|no text/],
  ])('if it answers with %s, the built-in draft stands in and says why', async (behaviour, refusal) => {
    endpoint.tell(behaviour)
    const draft = await suggest()
    expect(draft).toMatchObject({ state: 'drafted', method: 'builtIn', model: null })
    expect(draft.refusal).toMatch(refusal)
    expect(draft.text).toContain('$900')
    expect(draft.text).not.toContain('cheap.example')
    expect(await spent()).toBe(1)
  })

  test('the model is not asked where no fact answers, for people in distress, or without permission', async () => {
    const distressed = { title: 'I want to kill myself', body: 'My welding business failed and I want to die.' }
    for (const texts of [{ title: 'Does it sync with QuickBooks?', body: '' }, distressed]) {
      lead = await leadOf(texts)
      expect((await suggest()).text).toBeNull()
    }
    lead = await leadOf(pricing)
    await call(app, ann, 'PUT', `projects/${project}`, { sendToModel: false })
    expect(await suggest()).toMatchObject({ method: 'builtIn', refusal: null })
    expect(endpoint.asked).toEqual([])
  })

  test('posts in other languages are for the model, and withheld if it fails', async () => {
    const body = 'Wir suchen einen Roboter, der Rohre auf der Baustelle schweißt. Was kostet so etwas im Monat?'
    lead = await leadOf({ title: 'Was kostet ein Roboter zum Schweißen von Rohren?', body })
    expect(await suggest()).toMatchObject({ method: 'model' })
    endpoint.tell('fail')
    expect(await suggest()).toMatchObject({ state: 'withheld', method: 'builtIn', refusal: expect.any(String) })
  })

  test('a chosen language is written, and a text in another one is refused', async () => {
    const write = async (language: string): Promise<ReplyDraft> =>
      (await call(app, ann, 'POST', `opportunities/${lead}/drafts`, { language })).json().data
    expect(await write('de')).toMatchObject({ method: 'model', language: 'de', text: expect.stringMatching(/^Gute/) })
    expect(await write('fr')).toMatchObject({
      ...{ state: 'withheld', method: 'builtIn', language: 'fr', text: null },
      ...{ refusal: expect.stringContaining('another language'), because: expect.stringContaining('You chose French') },
    })
    expect((await call(app, ann, 'POST', `opportunities/${lead}/drafts`, { language: 'xx' })).statusCode).toBe(400)
  })

  test('the model gets the comments of the thread, read from Reddit, as quoted material', async () => {
    const outside = sandboxServer({ days: 1 }).listen(0, '127.0.0.1')
    await once(outside, 'listening')
    const { url, clientId, clientSecret } = addressesOf(outside).reddit
    const redditApp = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
    world.ctx.reddit = { app: redditApp, exchange: openExchange(), realm: 'sandbox' }
    try {
      const found = await newPosts(redditApi(world.ctx)!, ['smallbusiness'], {})
      if (found.state !== 'ok') throw new Error(found.because)
      const [busiest] = found.value.records.toSorted((a, b) => (b.numComments ?? 0) - (a.numComments ?? 0))
      await ask(world.url, `update project set realm = 'sandbox' where id = $1`, [project])
      await ask(world.url, `update opportunity set realm = 'sandbox' where id = $1`, [lead])
      await ask(
        world.url,
        `update post p set realm = 'sandbox', source = 2, outside_id = $2 from opportunity o
         where p.id = o.post_id and o.id = $1`,
        [lead, Number.parseInt(busiest!.id, 36)],
      )
      expect(await suggest()).toMatchObject({ method: 'model' })
      const { messages } = endpoint.asked[0]!.body as { messages: { role: string; content: string }[] }
      const [system, user] = messages.map(({ content }) => content)
      const comments = user!.split('\n').filter((line) => line.startsWith('COMMENT '))
      expect(comments.length).toBeGreaterThan(1)
      // Deleted comments count on Reddit.
      expect(comments.length).toBeLessThanOrEqual(Math.min(busiest!.numComments!, 20))
      expect(system).not.toContain('COMMENT ')
    } finally {
      world.ctx.reddit = null
      outside.closeAllConnections()
      outside.close()
    }
  })

  test('drafts count as posts sent to the model, up to the limit of the day', async () => {
    world.ctx.modelDailyPosts = 1
    expect(await suggest()).toMatchObject({ method: 'model' })
    expect(await suggest()).toMatchObject({ method: 'builtIn', refusal: expect.stringContaining("today's limit") })
    expect(endpoint.asked).toHaveLength(1)
  })

  test('without credits nothing is asked, and the stream ends with the error', async () => {
    await suggest()
    await ask(world.url, 'update credit_period set remaining = 0 where project_id = $1', [project])
    const [{ event, data }] = (await stream()) as [{ event: string; data: { error: { status: number } } }]
    expect([event, data.error.status]).toEqual(['error', 409])
    expect((await post()).statusCode).toBe(409)
    expect(endpoint.asked).toHaveLength(1)
  })
})

describe('the model of a project', () => {
  const choose = (model: string | null, by = ann) => call(app, by, 'PUT', `projects/${project}/reply-model`, { model })
  const chosen = async (by = ann) => (await call(app, by, 'GET', `projects/${project}/reply-model`)).json().data

  test('is one of those at the endpoint, and writes its drafts', async () => {
    const server = { model: null, default: chatModelName, sends: true }
    expect(await chosen()).toEqual({ ...server, available: [briefModelName, chatModelName] })
    expect((await choose(briefModelName)).json().data).toMatchObject({ ...server, model: briefModelName })
    expect(await suggest()).toMatchObject({ method: 'model', model: briefModelName })
    const { model } = (await call(app, ann, 'GET', `opportunities/${lead}/reply-context`)).json().data
    expect(model).toBe(briefModelName)
    expect((await auditOf(world.ctx, project)).filter((entry) => entry.endsWith('project.update'))).toHaveLength(1)
    await choose(null)
    expect(await suggest()).toMatchObject({ method: 'model', model: chatModelName })
  })

  test('is refused if the endpoint lists others, and the error names them', async () => {
    const response = await choose('gpt-99')
    expect(response.statusCode).toBe(400)
    const names = `${briefModelName}, ${chatModelName}`
    expect(response.json().error.message).toBe(`The endpoint has no model “gpt-99”. It has: ${names}.`)
    expect(await chosen()).toMatchObject({ model: null })
  })

  test('is any name if the endpoint lists none, and drafts say if it is unknown', async () => {
    endpoint.tell('fail', 2)
    expect((await choose('gpt-99')).json().data).toMatchObject({ model: 'gpt-99', available: null })
    expect(await suggest()).toMatchObject({ method: 'builtIn', refusal: 'The endpoint has no model “gpt-99”.' })
  })

  test('is chosen by owners and admins, and read by the team', async () => {
    await addMember(world.ctx, project, bob, 'member')
    await addMember(world.ctx, project, cleo, 'client')
    expect((await choose(briefModelName, bob)).statusCode).toBe(403)
    expect(await chosen(bob)).toEqual({ model: null, default: chatModelName, sends: true, available: null })
    for (const answer of [
      await choose(briefModelName, cleo),
      await call(app, cleo, 'GET', `projects/${project}/reply-model`),
    ])
      expect(answer.statusCode).toBe(403)
  })

  test('can not be chosen without an endpoint', async () => {
    world.ctx.model = null
    expect((await choose(briefModelName)).statusCode).toBe(409)
    expect(await chosen()).toEqual({ model: null, default: null, sends: true, available: null })
  })
})

describe('a test of prompts', () => {
  const compare = (data: object, by = ann) => call(app, by, 'POST', `opportunities/${lead}/draft-tests`, data)
  const tested = async (data: object): Promise<DraftTest> => {
    const response = await compare(data)
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data
  }

  test('drafts with other texts, stores nothing, and costs nothing without the model', async () => {
    const saved = await tested({})
    expect(saved).toMatchObject({ state: 'drafted', method: 'builtIn', model: null, disclosure: '', bannedClaims: [] })
    expect(saved.text).toContain('$900')
    const prompts = [
      { kind: 'facts', text: 'It costs $700 a month.' },
      { kind: 'disclosure', text: 'I sell Pipewell.' },
      { kind: 'bannedClaims', text: 'cheap\nfast' },
      { kind: 'voice', subreddit: 'nowhere', text: 'Loud.' },
    ]
    const edited = await tested({ prompts })
    expect(edited).toMatchObject({ disclosure: 'I sell Pipewell.', bannedClaims: ['cheap', 'fast'] })
    expect(edited.text).toContain('$700')
    expect(edited.text).not.toContain('$900')
    expect(edited.text).toContain('I sell Pipewell.')
    expect(await tested({ prompts: [{ kind: 'facts', text: '' }] })).toMatchObject({ state: 'missing', text: null })
    expect([await stored(), await spent(), endpoint.asked.length]).toEqual([[], 0, 0])
  })

  test("a community's text wins over the general one, stored or edited", async () => {
    const [{ subreddit }] = (await ask<{ subreddit: string }>(
      world.url,
      'select p.subreddit from post p join opportunity o on o.post_id = p.id where o.id = $1',
      [lead],
    )) as [{ subreddit: string }]
    await create(app, ann, 'prompts', { project, kind: 'disclosure', subreddit, text: 'Stored here.' })
    const general = { kind: 'disclosure', text: 'Edited everywhere.' }
    expect((await tested({ prompts: [general] })).disclosure).toBe('Stored here.')
    const own = { ...general, subreddit: subreddit.toUpperCase(), text: 'Edited here.' }
    expect((await tested({ prompts: [general, own] })).disclosure).toBe('Edited here.')
    expect((await tested({ prompts: [general, { ...own, text: '' }] })).disclosure).toBe('Edited everywhere.')
  })

  test("costs a credit for each text of the model, once if it is repeated, and none if it can't be used", async () => {
    const headers = { ...ann.headers, 'idempotency-key': 'test-1' }
    const url = `/api/opportunities/${lead}/draft-tests`
    const payload = { data: { method: 'model' } }
    const first = await app.inject({ method: 'POST', url, headers, payload })
    expect(first.json().data).toMatchObject({ state: 'drafted', method: 'model', model: chatModelName })
    expect((await app.inject({ method: 'POST', url, headers, payload })).json()).toEqual(first.json())
    expect([endpoint.asked.length, await spent()]).toEqual([1, 1])
    endpoint.tell('lie')
    expect(await tested({ method: 'model' })).toMatchObject({ state: 'refused', text: null })
    endpoint.tell('well')
    expect(await tested({ method: 'model', prompts: [{ kind: 'facts', text: '' }] })).toMatchObject({
      ...{ state: 'missing', method: 'model', model: null },
    })
    expect([await spentOn(), await stored()]).toEqual([[lead], []])
  })

  test("is refused without credits, beyond the day's limit, and where the model may not be asked", async () => {
    world.ctx.modelDailyPosts = 0
    expect((await compare({ method: 'model' })).statusCode).toBe(409)
    world.ctx.modelDailyPosts = 500
    await tested({ method: 'model' })
    await ask(world.url, 'update credit_period set remaining = 0 where project_id = $1', [project])
    expect((await compare({ method: 'model' })).json().error.message).toContain('renew')
    expect((await compare({})).statusCode).toBe(201)
    await call(app, ann, 'PUT', `projects/${project}`, { sendToModel: false })
    expect((await compare({ method: 'model' })).json().error.message).toContain('sends no posts')
    expect(endpoint.asked).toHaveLength(1)
    await addMember(world.ctx, project, bob, 'member')
    expect((await compare({}, bob)).statusCode).toBe(403)
  })
})

describe('a second opinion', () => {
  const opinion = (text = 'Pipewell replaces welding by hand.') =>
    call(app, ann, 'POST', `opportunities/${lead}/reply-opinions`, { text })
  const rules = [
    { name: 'No welding talk', description: '' },
    { name: 'Be kind', description: '' },
  ]
  beforeEach(async () => {
    const [{ subreddit, realm }] = (await ask<{ subreddit: string; realm: string }>(
      world.url,
      'select p.subreddit, p.realm from post p join opportunity o on o.post_id = p.id where o.id = $1',
      [lead],
    )) as [{ subreddit: string; realm: string }]
    await ask(
      world.url,
      `insert into community (realm, key, name, standing, rules, read_at, asked_at, next_at)
       values ($1, lower($2), $2, 'open', $3, now(), now(), now() + interval '1 day')
       on conflict (realm, key) do update set rules = excluded.rules`,
      [realm, subreddit, JSON.stringify(rules)],
    )
    return () => ask(world.url, 'delete from community')
  })

  test('is the model on each rule, with words of the reply, and costs no credit', async () => {
    const response = await opinion()
    expect([response.statusCode, response.json().data]).toEqual([
      201,
      {
        model: chatModelName,
        findings: [
          { name: 'No welding talk', verdict: 'atRisk', quote: 'welding', reason: 'The rule mentions “welding”.' },
          { name: 'Be kind', verdict: 'passes', quote: null, reason: 'Nothing speaks against it.' },
        ],
      },
    ])
    expect(await spent()).toBe(0)
    endpoint.tell('lie')
    expect((await opinion()).json().data.findings).toEqual([])
  })

  test('says why there is none: the endpoint, the limit, or unknown rules', async () => {
    endpoint.tell('fail')
    expect((await opinion()).json().error).toMatchObject({ status: 400, message: expect.stringContaining('Try again') })
    world.ctx.modelDailyPosts = 1
    expect((await opinion()).json().error.message).toContain("today's limit")
    await ask(world.url, 'delete from community')
    expect((await opinion()).json().error.message).toContain("aren't known")
    world.ctx.model = null
    expect((await opinion()).json().error.message).toContain('No chat model')
  })
})
