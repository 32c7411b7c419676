import { createParser } from 'eventsource-parser'
import { callError, unknownError } from './call-error.ts'

/**
 * Reads an endpoint's answer that is sent as a stream: passes on the parts of its text, and resolves with the answer.
 * Throws CallError if the stream ends with an error or breaks off.
 */
export async function readAnswerStream(
  body: ReadableStream<Uint8Array>,
  onText: (text: string) => void,
): Promise<unknown> {
  let end: { event: string; data: unknown } | null = null
  const parser = createParser({
    onEvent: ({ event = '', data }) => {
      if (event === 'text') onText((JSON.parse(data) as { text: string }).text)
      else end = { event, data: JSON.parse(data) }
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parser.feed(decoder.decode(read.value, { stream: true }))
  }
  const { event, data } = end ?? { event: 'lost', data: null }
  if (event === 'answer') return data
  throw event === 'error' ? callError(data) : unknownError('The connection was lost. Try again.')
}
