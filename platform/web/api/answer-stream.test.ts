import { expect, test } from 'vitest'
import { readAnswerStream } from './answer-stream.ts'

/** Returns a body that arrives in pieces of a few bytes, which split characters and messages. */
function bodyOf(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + 5))
      at += 5
    },
  })
}

const message = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const parts = message('text', { text: 'It costs ' }) + message('text', { text: '9 €.' })

test('the parts are passed on, and the answer is returned', async () => {
  const read: string[] = []
  const answer = await readAnswerStream(bodyOf(parts + message('answer', { data: 1 })), (text) => read.push(text))
  expect([read, answer]).toEqual([['It costs ', '9 €.'], { data: 1 }])
})

test('an error at the end is thrown with its message', async () => {
  const error = { status: 409, name: 'ConflictError', message: 'Too few are left.', details: {} }
  const reading = readAnswerStream(bodyOf(parts + message('error', { data: null, error })), () => {})
  await expect(reading).rejects.toMatchObject({ status: 409, message: 'Too few are left.' })
})

test('a stream that breaks off is an unknown error, so that the request can be repeated under its key', async () => {
  await expect(readAnswerStream(bodyOf(parts), () => {})).rejects.toMatchObject({ name: 'UnknownError' })
})
