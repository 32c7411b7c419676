import { backOffMs, isFinal } from './back-off.ts'
import { readStream } from './read-stream.ts'
import type { StreamMessage } from './stream-message.ts'

interface ReadingOptions {
  projectId: string
  /** The id of the last message received by any tab. */
  lastId: () => string | null
  publish: (message: StreamMessage) => void
  signal: AbortSignal
}

/** Keeps a project's stream open until `signal`, or until the server denies access. */
export async function keepReading({ projectId, lastId, publish, signal }: ReadingOptions): Promise<void> {
  const url = `/api/events?project=${encodeURIComponent(projectId)}`
  let failures = 0
  const onMessage = (message: StreamMessage) => {
    failures = 0
    // The end is published once, below, for every cause.
    if (message.name !== 'end') publish(message)
  }
  let attempt = new AbortController()
  // Back online: drop the dead connection and stop waiting.
  window.addEventListener('online', () => attempt.abort(), { signal })
  signal.addEventListener('abort', () => attempt.abort())
  while (!signal.aborted) {
    attempt = new AbortController()
    const ending = await readStream({ url, lastId: lastId(), onMessage, signal: attempt.signal })
    if (signal.aborted) return
    if (isFinal(ending)) return publish({ name: 'end' })
    publish({ name: 'down' })
    await pause(backOffMs(failures, ending, Math.random()), attempt.signal)
    failures += 1
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    const wake = () => {
      clearTimeout(timer)
      done()
    }
    if (signal.aborted) wake()
    else signal.addEventListener('abort', wake, { once: true })
  })
}
