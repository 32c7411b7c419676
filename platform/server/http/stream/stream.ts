import { Readable } from 'node:stream'
import { type StreamMessageName, streamAliveSeconds } from '../../../contract/events.ts'
import { mergeChanges } from './stream-changes.ts'
import { type Position, positionText } from './stream-position.ts'
import type { MissedChanges, Viewer } from './stream-queries.ts'

/** One open stream of server-sent events. */
export interface EventStream {
  viewer: Viewer
  /** The output to the browser. */
  readable: Readable
  /** All changes up to here were sent or replaced by a reset. */
  position: Position
  /** Sends the first message: the missed changes, or the current position. */
  begin(missed: MissedChanges, upTo: Position): void
  /** Advances to `upTo` and sends the changes until then, or a reset for null. */
  go(changes: MissedChanges, upTo: Position): void
  /** Sends the last message: the viewer lost access. */
  end(): void
  /** Ends with only the reconnection delay. */
  stop(): void
}

/** How much unread text is buffered for a browser, in bytes. Changes beyond that are replaced by a reset. */
const unreadMax = 64 * 1024
/** How long a browser may stay behind before it is disconnected, in ms. */
const patienceMs = 60_000

/**
 * Opens a stream. `retryMs` is how long the browser waits before it reconnects, different for each stream so that not
 * all reconnect at once.
 */
export function openStream(viewer: Viewer, start: Position, retryMs: number, now: () => Date): EventStream {
  const readable = new Readable({ read() {}, highWaterMark: unreadMax })
  let sentAt = 0
  /** When the first change was dropped because the browser stopped reading. */
  let lostSince: number | null = null

  const write = (text: string) => {
    readable.push(text)
    sentAt = now().getTime()
  }
  const send = (name: StreamMessageName, data: object, id: Position) =>
    write(`event: ${name}\nid: ${positionText(id)}\ndata: ${JSON.stringify(data)}\n\n`)

  const stream: EventStream = {
    viewer,
    readable,
    position: start,
    begin: (missed, upTo) => {
      stream.position = upTo
      write(`retry: ${retryMs}\n\n`)
      if (missed === null) send('reset', {}, upTo)
      else if (missed.length > 0) send('changes', { changes: mergeChanges(missed) }, upTo)
      else send('position', {}, upTo)
    },
    go: (changes, upTo) => {
      stream.position = upTo
      const at = now().getTime()
      const unread = readable.readableLength
      const full = lostSince === null ? unread >= unreadMax : unread > 0
      if (full) {
        if (changes === null || changes.length > 0) lostSince ??= at
        if (lostSince !== null && at - lostSince >= patienceMs) readable.destroy()
      } else if (changes === null || lostSince !== null) {
        lostSince = null
        send('reset', {}, upTo)
      } else if (changes.length > 0) {
        send('changes', { changes: mergeChanges(changes) }, upTo)
      } else if (at - sentAt >= streamAliveSeconds * 1000) {
        write(': alive\n')
        send('position', {}, upTo)
      }
    },
    end: () => {
      send('end', {}, stream.position)
      readable.push(null)
    },
    stop: () => {
      write(`retry: ${retryMs}\n\n`)
      readable.push(null)
    },
  }
  return stream
}
