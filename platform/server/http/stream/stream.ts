import { Readable } from 'node:stream'
import { type StreamMessageName, streamAliveSeconds } from '../../../contract/events.ts'
import { mergeChanges } from './stream-changes.ts'
import { type Position, positionText } from './stream-position.ts'
import type { MissedChanges, Viewer } from './stream-queries.ts'

/** One open stream of server-sent events. */
export interface EventStream {
  viewer: Viewer
  /** What goes to the browser. */
  readable: Readable
  /** Everything up to here was said, or made up for by a reset. */
  position: Position
  /** Begins: where the stream is, after what was missed. */
  begin(missed: MissedChanges, upTo: Position): void
  /** Goes on to `upTo`, saying what changed until then, or that it was too much. */
  go(changes: MissedChanges, upTo: Position): void
  /** The last message: the viewer may not look any more. */
  end(): void
  /** Ends without a word but when to come back. */
  stop(): void
}

/** Unread text that is kept for a browser. What comes beyond that it will have to ask for. */
const unreadMax = 64 * 1024
/** A browser that does not catch up for so long is given up. */
const patienceMs = 60_000

/**
 * `retryMs` tells the browser how long to wait before it comes back where the connection breaks: each another time, so
 * that not all come back at once.
 */
export function openStream(viewer: Viewer, start: Position, retryMs: number, now: () => Date): EventStream {
  const readable = new Readable({ read() {}, highWaterMark: unreadMax })
  let saidAt = 0
  /** Since when changes went unsaid, because what was said before is not read yet. */
  let lostSince: number | null = null

  const write = (text: string) => {
    readable.push(text)
    saidAt = now().getTime()
  }
  const say = (name: StreamMessageName, data: object, id: Position) =>
    write(`event: ${name}\nid: ${positionText(id)}\ndata: ${JSON.stringify(data)}\n\n`)

  const stream: EventStream = {
    viewer,
    readable,
    position: start,
    begin: (missed, upTo) => {
      stream.position = upTo
      write(`retry: ${retryMs}\n\n`)
      if (missed === null) say('reset', {}, upTo)
      else if (missed.length > 0) say('changes', { changes: mergeChanges(missed) }, upTo)
      else say('position', {}, upTo)
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
        say('reset', {}, upTo)
      } else if (changes.length > 0) {
        say('changes', { changes: mergeChanges(changes) }, upTo)
      } else if (at - saidAt >= streamAliveSeconds * 1000) {
        write(': alive\n')
        say('position', {}, upTo)
      }
    },
    end: () => {
      say('end', {}, stream.position)
      readable.push(null)
    },
    stop: () => {
      write(`retry: ${retryMs}\n\n`)
      readable.push(null)
    },
  }
  return stream
}
