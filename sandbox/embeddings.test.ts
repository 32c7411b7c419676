import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressesOf, sandboxServer } from './server.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = sandboxServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `${addressesOf(server).embeddings.url}/embeddings`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => behave({ behaviour: 'well' }))

function post(body: unknown, patience?: AbortSignal): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify(body), signal: patience ?? null })
}
const behave = (body: object) => fetch(`${url}/behaviour`, { method: 'PUT', body: JSON.stringify(body) })
const model = 'sandbox-embedding'

async function closeness(a: string, b: string): Promise<number> {
  const answer = await post({ model, input: [a, b] })
  const { data } = (await answer.json()) as { data: { index: number; embedding: number[] }[] }
  const [first, second] = data.map(({ embedding }) => embedding)
  return first!.reduce((sum, value, at) => sum + value * second![at]!, 0)
}

test('texts on the same topic are closer than unrelated texts', async () => {
  const product = 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline.'
  const near = await closeness(product, 'Which CRM do small agencies use for following up clients?')
  const far = await closeness(product, 'My sourdough has never risen this well')
  expect(near).toBeGreaterThan(far + 0.2)
  expect(await closeness(product, product)).toBeCloseTo(1, 3)
})

test.each([
  ['another model', { model: 'other', input: 'x' }, 404],
  ['no text', { model, input: [] }, 400],
  ['an empty text', { model, input: ['a', ''] }, 400],
  ['numbers', { model, input: [1] }, 400],
])('%s is refused', async (_, body, status) => {
  expect((await post(body)).status).toBe(status)
})

describe('scripted behavior', () => {
  test.each([
    ['fail', 500],
    ['busy', 429],
    ['refuse', 400],
  ])('answers with %s for the requested number of times', async (behaviour, status) => {
    await behave({ behaviour, times: 2 })
    const statuses = [
      await post({ model, input: 'a' }),
      await post({ model, input: 'a' }),
      await post({ model, input: 'a' }),
    ]
    expect(statuses.map((answer) => answer.status)).toEqual([status, status, 200])
  })

  test('sends nonsense or never answers', async () => {
    await behave({ behaviour: 'nonsense' })
    expect(await (await post({ model, input: 'a' })).text()).toMatch(/^<h1>/)
    await behave({ behaviour: 'stall' })
    await expect(post({ model, input: 'a' }, AbortSignal.timeout(100))).rejects.toThrow(/timeout/)
  })

  test('rejects unknown behaviors and methods', async () => {
    expect((await behave({ behaviour: 'sulk' })).status).toBe(400)
    expect((await fetch(url)).status).toBe(405)
  })
})
