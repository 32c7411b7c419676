import type { Readable } from 'node:stream'
import { ApiError } from '../../../contract/errors.ts'
import type { Change, EventKind } from '../../../contract/events.ts'
import { actingAs, type Ctx } from '../../ctx.ts'
import { type Transaction, transaction } from '../../database/database.ts'
import { faultOf } from '../../faults/fault.ts'
import { concurrencyLimit } from '../concurrency-limit.ts'
import { type EventStream, openStream } from './stream.ts'
import { includes, type Position, readPosition } from './stream-position.ts'
import { filterAllowed, type ReadEvent, readEvents, readMissed, type Viewer } from './stream-queries.ts'

/** All open streams of one process, behind one query a second (docs/decisions/0015-events.md). */
export interface Hub {
  /**
   * Opens a stream: at the current end, or with a Last-Event-ID behind what that names. It begins when the database
   * has said where the end is. Throws RateLimitError or ServiceUnavailableError where there are too many.
   */
  open(viewer: Viewer, lastEventId: string | null): Promise<Readable>
  /** Passes on what changed since the last time, and ends the streams of those who may not look any more. */
  beat(): Promise<void>
  /** How many streams are open. */
  size(): number
  /** Ends all streams and takes no more. */
  close(): void
}

export interface HubOptions {
  /** Calls `beat` once a second until what it returns is called. */
  pulse: Pulse
  /** Called with the kinds of changes before any stream passes them on; null if everything may have changed. */
  heard(kinds: ReadonlySet<EventKind> | null): void
  streamsMax: number
  streamsOfUserMax: number
}
export type Pulse = (beat: () => Promise<void>) => () => void

const everySecond: Pulse = (beat) => {
  const timer = setInterval(() => void beat(), 1000)
  return () => clearInterval(timer)
}

interface Opening {
  viewer: Viewer
  lastEventId: string | null
  /** Frees its slot. */
  release(): void
  done: PromiseWithResolvers<Readable>
}

export function openHub(ctx: Ctx, options: Partial<HubOptions> = {}): Hub {
  const { pulse = everySecond, heard = () => {}, streamsMax = 5000, streamsOfUserMax = 20 } = options
  const limit = concurrencyLimit({ max: streamsMax, maxPerUser: streamsOfUserMax, refusal })
  const streams = new Set<EventStream>()
  let openings: Opening[] = []
  let read: Position | null = null
  let stopPulse: (() => void) | null = null
  let closed = false
  let failing = false
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that no event is read while a stream begins. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  /** Sees no project; what streams may know comes from functions that are told of which. */
  function reading<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return transaction(actingAs(ctx, { kind: 'anonymous' }), work)
  }

  /** Begins all streams that wait for it, with one query. */
  async function begin(): Promise<void> {
    const waiting = openings
    openings = []
    if (waiting.length === 0) return
    const resuming = waiting.flatMap((opening) => {
      const after = readPosition(opening.lastEventId ?? '')
      return after ? [{ opening, asked: { projectId: opening.viewer.projectId, after } }] : []
    })
    try {
      const asked = resuming.map((each) => each.asked)
      const { upTo, missed } = await reading((tx) => readMissed(tx, ctx.now(), asked))
      const resumed = new Map(resuming.map(({ opening }, index) => [opening, missed[index] ?? null]))
      read ??= upTo
      // A screen fetches again once its stream begins: no stream will tell it of what changed before.
      heard(null)
      for (const opening of waiting) {
        const stream = openStream(opening.viewer, upTo, retryMsOf(ctx.id()), ctx.now)
        stream.begin(opening.lastEventId === null ? [] : (resumed.get(opening) ?? null), upTo)
        stream.readable.once('close', opening.release)
        if (closed) stream.stop()
        else add(stream)
        opening.done.resolve(stream.readable)
      }
    } catch (error) {
      for (const { done, release } of waiting) {
        release()
        done.reject(error)
      }
    }
  }

  function add(stream: EventStream): void {
    streams.add(stream)
    stream.readable.once('close', () => remove(stream))
    stopPulse ??= pulse(beat)
  }

  function remove(stream: EventStream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    stopPulse?.()
    stopPulse = null
    read = null
  }

  async function passOn(after: Position): Promise<void> {
    const open = [...streams]
    const viewers = open.map(({ viewer }) => viewer)
    const projectIds = [...new Set(viewers.map(({ projectId }) => projectId))]
    const { events, upTo, allowed } = await reading(async (tx) => ({
      ...(await readEvents(tx, after, projectIds)),
      allowed: await filterAllowed(tx, ctx.now(), viewers),
    }))
    heard(events && new Set(events.map(({ change }) => change.kind)))
    const byProject = Map.groupBy(events ?? [], ({ projectId }) => projectId)
    for (const stream of open) {
      if (!allowed.has(stream.viewer)) {
        stream.end()
        remove(stream)
      } else stream.go(events && unsaid(stream, byProject.get(stream.viewer.projectId) ?? []), upTo)
    }
    if (streams.size > 0) read = upTo
  }

  function beat(): Promise<void> {
    return inTurn(async () => {
      if (read === null || streams.size === 0) return
      try {
        await passOn(read)
        failing = false
      } catch (error) {
        // The next beat reads from the same position, so that nothing is lost but time.
        if (!failing) ctx.log.error(faultOf(error), 'events could not be read')
        failing = true
      }
    })
  }

  return {
    open: async (viewer, lastEventId) => {
      if (closed) throw refusal('all')
      const release = limit.acquire(viewer.userId)
      const done = Promise.withResolvers<Readable>()
      openings.push({ viewer, lastEventId, release, done })
      void inTurn(begin)
      return done.promise
    },
    beat,
    size: () => streams.size,
    close: () => {
      closed = true
      for (const stream of streams) {
        stream.stop()
        remove(stream)
      }
    },
  }
}

function refusal(by: 'all' | 'user'): ApiError {
  return by === 'all'
    ? new ApiError('ServiceUnavailableError', 'Too many people are connected. Try again in a moment.', {
        retryAfter: 5,
      })
    : new ApiError('RateLimitError', 'Too many streams are open. Close some tabs, or try again in a moment.', {
        retryAfter: 5,
      })
}

/** A stream that began after the last reading has said some of it. */
function unsaid({ position }: EventStream, events: readonly ReadEvent[]): Change[] {
  const left = events.filter(({ transactions }) => transactions.some((each) => !includes(position, each)))
  return left.map(({ change }) => change)
}

/** One to three seconds, by the random end of an id. */
function retryMsOf(id: string): number {
  return 1000 + (Number.parseInt(id.slice(-4), 16) % 2000)
}
