import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Behaviour, StandIn } from '#sandbox/behaviour.ts'
import { chatModel, chatModelName } from '#sandbox/chat-model.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { openLog } from '../log.ts'
import { textBounds, writeText } from './chat-text.ts'

let endpoint: StandIn
let url: string
let close: () => void
let parts: string[]
const logged: string[] = []
const log = openLog('debug', {}, { write: (line: string) => void logged.push(line) })
beforeEach(async () => {
  endpoint = chatModel()
  ;({ url, close } = await openStandIn(endpoint))
  parts = []
})
afterEach(() => close())

const request = { system: 'Write a letter about pipes.', user: 'They are made of steel.' }
const write = (bounds = textBounds, model = chatModelName) =>
  writeText({ model: { url, model, apiKey: 'key-of-ours' }, log }, request, (part) => parts.push(part), bounds)

test('a text arrives in parts and as a whole, and the data is apart from the task', async () => {
  const { text, tokens } = await write()
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.join('')).toBe(text)
  expect(tokens).toEqual({ inputTokens: expect.any(Number), outputTokens: Math.ceil(text.length / 4) })
  const [{ body, authorization } = {}] = endpoint.asked
  expect(authorization).toBe('Bearer key-of-ours')
  expect(body).toMatchObject({
    stream: true,
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: request.user },
    ],
  })
})

test.each<[Behaviour, string]>([
  ['fail', 'failing'],
  ['busy', 'busy'],
  ['refuse', 'refused'],
])('a model that answers with %s is reported as %s', async (behaviour, fault) => {
  endpoint.tell(behaviour)
  await expect(write()).rejects.toMatchObject({ name: 'EndpointError', fault })
  expect(endpoint.asked).toHaveLength(1)
  expect(logged.join()).not.toMatch(/key-of-ours|pipes|steel/)
})

test.each<[Behaviour, number]>([
  ['stall', 0],
  ['halt', 1],
])('a model that falls silent (%s) is given up', async (behaviour, least) => {
  endpoint.tell(behaviour)
  await expect(write({ ...textBounds, silenceMs: 200 })).rejects.toMatchObject({ fault: 'slow' })
  expect(parts.length).toBeGreaterThanOrEqual(least)
})

test('a page instead of a stream gives no text', async () => {
  endpoint.tell('nonsense')
  expect(await write().catch(() => '')).toBe('')
})

test('too long a text, an unknown model, and no model are errors', async () => {
  await expect(write({ ...textBounds, bytes: 10 })).rejects.toMatchObject({ fault: 'huge' })
  await expect(write(textBounds, 'unknown')).rejects.toMatchObject({ fault: 'missing' })
  await expect(writeText({ model: null, log }, request, () => {})).rejects.toMatchObject({ fault: 'absent' })
})
