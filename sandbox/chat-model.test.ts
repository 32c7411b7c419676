import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf, sandboxServer } from './server.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = sandboxServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `${addressesOf(server).chatModel.url}/chat/completions`
})
afterAll(() => server.close())

const model = 'sandbox-chat'
const hello = [{ role: 'user', content: 'Hello' }]
const ask = (body: object) => fetch(url, { method: 'POST', body: JSON.stringify({ model, messages: hello, ...body }) })

interface Chunk {
  choices: { delta: { content?: string } }[]
  usage?: { total_tokens: number }
}

async function replyTo(body: object): Promise<string> {
  const { choices } = (await (await ask(body)).json()) as { choices: { message: { content: string } }[] }
  return choices[0]!.message.content
}

function shaped(name: string, schema: object, content: string) {
  return {
    messages: [{ role: 'user', content: [{ type: 'text', text: content }] }],
    response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } },
  }
}

test('the same question gets the same answer, complete or streamed', async () => {
  const whole = await replyTo({})
  expect(whole).toBe(await replyTo({}))
  const stream = await (await ask({ stream: true, stream_options: { include_usage: true } })).text()
  const lines = stream.split('\n\n').filter(Boolean)
  expect(lines.at(-1)).toBe('data: [DONE]')
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.replace('data: ', '')) as Chunk)
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(whole)
  expect(chunks.at(-1)!.usage!.total_tokens).toBeGreaterThan(10)
})

test('an answer fits the requested schema and uses data with the same names', async () => {
  const properties = {
    title: { type: 'string' },
    score: { type: 'integer', minimum: 1 },
    kind: { enum: ['lead', 'none'] },
    parts: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } }, minItems: 2 },
    sure: { type: 'boolean' },
    why: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  }
  const data = { title: 'Pipes', kind: 'none', parts: [{ text: 'one' }] }
  const text = await replyTo(shaped('verdict', { type: 'object', properties }, `Judge this: ${JSON.stringify(data)}`))
  expect(JSON.parse(text)).toEqual({
    title: 'Pipes',
    score: 1,
    kind: 'none',
    parts: [{ text: 'one' }, { text: '' }],
    sure: false,
    why: '',
  })
})

test('a website profile uses the words of its pages', async () => {
  const pages = [
    { path: '/', text: 'Welcome. We weld stainless pipes for breweries and bakeries. Each weld is tested.' },
  ]
  const found = { name: 'Pipewell', keywords: ['pipe welding', 'orbital welding'], competitors: ['Weldco'] }
  const text = await replyTo(shaped('website_profile', {}, JSON.stringify({ found, pages })))
  expect(JSON.parse(text)).toMatchObject({
    name: 'Pipewell',
    summary: 'We weld stainless pipes for breweries and bakeries.',
    keywords: ['orbital welding', 'pipe welding'],
    competitors: ['Weldco'],
    audience: [],
  })
})

test.each([
  ['another model', { model: 'other' }, 404],
  ['no messages', { messages: [] }, 400],
])('%s is refused', async (_, body, status) => {
  expect((await ask(body)).status).toBe(status)
})

test('models are listed, and one that is not in the list is refused as OpenAI does', async () => {
  const list = await (await fetch(url.replace('/chat/completions', '/models'))).json()
  expect(list).toMatchObject({
    object: 'list',
    data: [{ id: 'sandbox-chat', object: 'model' }, { id: 'sandbox-brief' }],
  })
  const refused = await (await ask({ model: 'other' })).json()
  expect(refused).toMatchObject({ error: { type: 'invalid_request_error', code: 'model_not_found' } })
})

test('a reply uses the facts of the instructions, or makes some up if told to lie', async () => {
  const system =
    'You draft one reply to a post.\n\nIt may name Pipewell.\n\nFacts about Pipewell, the only ones there are:\nWelds on site\nIt costs $900 a month.'
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: 'POST abc\n> What does it cost?\nEND POST abc' },
  ]
  expect(await replyTo({ messages })).toBe(
    'Good question. Have a look at Pipewell. Welds on site. It costs $900 a month.',
  )
  const address = `${url}/behaviour`
  await fetch(address, { method: 'PUT', body: JSON.stringify({ behaviour: 'lie', times: 1 }) })
  expect(await replyTo({ messages })).toContain('$1 a month')
})
