import { createParser } from 'eventsource-parser'
import type { Change } from '../../contract/events.ts'
import type { StreamMessage } from './stream-message.ts'

/**
 * The reason why reading stopped: the server was unreachable or refused (`refused`); the stream broke off, fell silent
 * or the server stopped (`broken`); the server sent the end (`end`).
 */
export interface Ending {
  why: 'refused' | 'broken' | 'end'
  /** The status of the response; null without one. */
  status: number | null
  /** The delay in ms that the server asked for. */
  retryMs: number | null
}

/** Three missed heartbeats, in ms: the connection is dead. */
const silenceMs = 45_000

interface Reading {
  url: string
  /** The message to resume after; null starts at the current end. */
  lastId: string | null
  onMessage: (message: StreamMessage) => void
  signal: AbortSignal
}

/** Reads a stream of server-sent events until it ends. Never throws. */
export async function readStream({ url, lastId, onMessage, signal }: Reading): Promise<Ending> {
  const closing = new AbortController()
  const close = () => closing.abort()
  let silence = setTimeout(close, silenceMs)
  let status: number | null = null
  let retryMs: number | null = null
  let end = false
  const parser = createParser({
    onRetry: (ms) => {
      retryMs = ms
    },
    onEvent: ({ event, id = '', data }) => {
      const message = messageOf(event, id, data)
      end ||= message?.name === 'end'
      if (message) onMessage(message)
    },
  })
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) },
      cache: 'no-store',
      signal: AbortSignal.any([signal, closing.signal]),
    })
    status = response.status
    if (!response.ok || !response.body) {
      return { why: 'refused', status, retryMs: secondsOf(response.headers.get('retry-after')) }
    }
    for await (const text of textsOf(response.body)) {
      clearTimeout(silence)
      silence = setTimeout(close, silenceMs)
      parser.feed(text)
      if (end) break
    }
  } catch {
    // The caller retries whatever broke the stream; a lasting fault shows in the next response.
  } finally {
    clearTimeout(silence)
    close()
  }
  return { why: end ? 'end' : status === null ? 'refused' : 'broken', status, retryMs }
}

/** Yields the text of a body. Not every browser can iterate a stream. */
async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    yield decoder.decode(read.value, { stream: true })
  }
}

/** Returns null for unknown names: they are meant for newer pages. */
function messageOf(name: string | undefined, id: string, data: string): StreamMessage | null {
  if (name === 'changes') return { name, id, changes: (JSON.parse(data) as { changes: Change[] }).changes }
  if (name === 'end') return { name }
  return name === 'position' || name === 'reset' ? { name, id } : null
}

function secondsOf(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}
