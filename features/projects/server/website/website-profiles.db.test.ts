import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createConnection } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Network } from '#platform/server/network/network.ts'
import { chatModel, chatModelName } from '#sandbox/chat-model.ts'
import { appOf, call, type Person, signUp } from '#tests/support/seed-data.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let site: Server
let ann: Person
let bob: Person
let network: Network

beforeAll(async () => {
  world = await testWorld()
  site = createServer((request, response) => {
    const isThere = request.url === '/'
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' })
    response.end(
      '<title>Pipewell – Orbital welding for breweries</title><h1>No more leaking pipes</h1><p>We weld stainless pipes for breweries and bakeries, and test each weld.</p>',
    )
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  network = {
    resolve: async (host) => (host === 'pipewell.com' ? ['93.184.216.34'] : host === 'inside.com' ? ['10.0.0.1'] : []),
    dial: () => createConnection({ host: '127.0.0.1', port }),
    standIn: () => null,
  }
  app = await appOf({ ...world.ctx, network })
  ann = await signUp(app, 'ann@example.com')
  bob = await signUp(app, 'bob@example.com')
})

afterAll(async () => {
  site.close()
  await app.close()
  await world.close()
})

const read = (website: unknown, person = ann) => call(app, person, 'POST', 'website-profiles', { website })

test('a website is read and returned as a proposal for a project', async () => {
  const answer = await read(' http://pipewell.com ')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    data: {
      website: 'http://pipewell.com/',
      name: { text: 'Pipewell', origin: 'title', page: '/' },
      audience: [{ text: 'breweries' }, { text: 'bakeries' }],
      pains: [{ text: 'leaking pipes', origin: 'heading' }],
      pages: ['/'],
      madeBy: 'page',
    },
    meta: {},
  })
})

describe('with a chat model', () => {
  const model = chatModel()
  const own: { app?: FastifyInstance; close?: () => void } = {}
  beforeAll(async () => {
    const { url, close } = await openStandIn(model)
    own.close = close
    own.app = await appOf({ ...world.ctx, network, model: { url, model: chatModelName, apiKey: null } })
  })
  afterAll(async () => {
    await own.app?.close()
    own.close?.()
  })
  const better = async () =>
    (await call(own.app!, bob, 'POST', 'website-profiles', { website: 'http://pipewell.com' })).json()

  test('the proposal is refined and marked as such', async () => {
    const { data } = await better()
    expect(data).toMatchObject({ madeBy: 'model', name: { text: 'Pipewell', origin: 'title' } })
    expect(data.summary).toEqual({
      text: 'We weld stainless pipes for breweries and bakeries, and test each weld.',
      origin: 'model',
      page: '/',
    })
    const { messages } = model.asked[0]!.body as { messages: { content: string }[] }
    expect(JSON.parse(messages.at(-1)!.content)).toMatchObject({
      found: { name: 'Pipewell', audience: ['breweries', 'bakeries'] },
      pages: [{ path: '/', text: expect.stringContaining('We weld stainless pipes') }],
    })
  })

  test.each(['fail', 'busy', 'nonsense'] as const)(
    'the proposal stays the same if the model fails (%s)',
    async (behaviour) => {
      const plain = (await read('http://pipewell.com', bob)).json()
      model.tell(behaviour)
      expect(await better()).toEqual(plain)
      model.tell('well')
    },
  )
})

test.each([
  ['http://inside.com', 'private', 'This address belongs to a private network'],
  ['http://127.0.0.1:3000', 'invalid', 'Enter a website address, such as example.com'],
  ['127.0.0.1', 'private', 'This address belongs to a private network'],
  ['unknown.com', 'notFound', "We couldn't find this address"],
  ['not an address', 'invalid', 'Enter a website address, such as example.com'],
  ['http://pipewell.com/nothing', 'missing', "We didn't find a page at this address"],
])('%s is refused with a message for the user: %s', async (website, fault, message) => {
  const answer = await read(website)
  expect(answer.json()).toEqual({
    data: null,
    error: { status: 400, name: 'ApplicationError', message, details: { fault } },
  })
})

test.each([
  ['an empty string', ''],
  ['a space', ' '],
  ['a number', 7],
  ['null', null],
  ['text over the length limit', 'x'.repeat(501)],
  ['a NUL character', 'a\0b'],
])('%s is not a website', async (_, website) => {
  const answer = await read(website)
  expect(answer.json().error).toMatchObject({ status: 400, name: 'ValidationError' })
})

test('unknown keys are refused', async () => {
  const answer = await call(app, ann, 'POST', 'website-profiles', { website: 'pipewell.com', follow: true })
  expect(answer.json().error.message).toBe('Invalid key follow')
})

test('a user who reads many websites is rate-limited, without affecting others', async () => {
  const statuses: number[] = []
  for (let each = 0; each < 42 && !statuses.includes(429); each++) statuses.push((await read('127.0.0.1')).statusCode)
  expect(statuses.at(-1)).toBe(429)
  expect((await read('http://pipewell.com', bob)).statusCode).toBe(200)
  world.clock.advance(60 * 60_000)
  expect((await read('http://pipewell.com')).statusCode).toBe(200)
})
