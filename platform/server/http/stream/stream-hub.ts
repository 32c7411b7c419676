import type { Readable } from 'node:stream'
import { ApiError } from '../../../contract/errors.ts'
import type { Change, EventKind } from '../../../contract/events.ts'
import { actingAs, type Ctx } from '../../ctx.ts'
import { type Transaction, transaction } from '../../database/database.ts'
import { faultOf } from '../../faults/fault.ts'
import { concurrencyLimit } from '../concurrency-limit.ts'
import { type EventStream, openStream } from './stream.ts'
import { includes, type Position, positionText, readPosition } from './stream-position.ts'
import { filterAllowed, type ReadEvent, readEvents, readMissed, type Viewer } from './stream-queries.ts'

/** All open streams of one process, served by one query per second (docs/decisions/0015). */
export interface Hub {
  /**
   * Opens a stream at the current position, or after the Last-Event-ID. Resolves once the database has reported the
   * current position. Throws RateLimitError or ServiceUnavailableError if there are too many.
   */
  open(viewer: Viewer, lastEventId: string | null): Promise<Readable>
  /** Returns a position of now or the last second, as text; null if the database doesn't answer. */
  position(): Promise<string | null>
  /** Sends the changes since the last beat, and ends streams of viewers who lost access. */
  beat(): Promise<void>
  /** Returns the number of open streams. */
  size(): number
  /** Ends all streams and refuses new ones. */
  close(): void
}

export interface HubOptions {
  /** Calls `beat` every second, until the returned function is called. */
  pulse: Pulse
  /** Called with the kinds of changes before they are sent; null if anything may have changed. */
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
  /** Frees the slot. */
  release(): void
  done: PromiseWithResolvers<Readable>
}

/** Opens the hub of a process. It runs no query until the first stream opens. */
export function openHub(ctx: Ctx, options: Partial<HubOptions> = {}): Hub {
  return new StreamHub(ctx, options)
}

class StreamHub implements Hub {
  private readonly ctx: Ctx
  private readonly pulse: Pulse
  private readonly heard: HubOptions['heard']
  private readonly limit: ReturnType<typeof concurrencyLimit>
  private readonly streams = new Set<EventStream>()
  private openings: Opening[] = []
  private read: Position | null = null
  private stopPulse: (() => void) | null = null
  private closed = false
  private failing = false
  private last: Promise<unknown> = Promise.resolve()

  constructor(ctx: Ctx, options: Partial<HubOptions>) {
    const { pulse = everySecond, heard = () => {}, streamsMax = 5000, streamsOfUserMax = 20 } = options
    this.ctx = ctx
    this.pulse = pulse
    this.heard = heard
    this.limit = concurrencyLimit({ max: streamsMax, maxPerUser: streamsOfUserMax, refusal })
  }

  async open(viewer: Viewer, lastEventId: string | null): Promise<Readable> {
    if (this.closed) throw refusal('all')
    const release = this.limit.acquire(viewer.userId)
    const done = Promise.withResolvers<Readable>()
    this.openings.push({ viewer, lastEventId, release, done })
    void this.inTurn(() => this.begin())
    return done.promise
  }

  async position(): Promise<string | null> {
    try {
      const here = this.read ?? (await this.reading((tx) => readMissed(tx, this.ctx.now(), []))).upTo
      return positionText(here)
    } catch (error) {
      this.ctx.log.error(faultOf(error), 'reading the position of events failed')
      return null
    }
  }

  beat(): Promise<void> {
    return this.inTurn(async () => {
      if (this.read === null || this.streams.size === 0) return
      try {
        await this.passOn(this.read)
        this.failing = false
      } catch (error) {
        // The next beat reads from the same position, so changes are delayed but not lost.
        if (!this.failing) this.ctx.log.error(faultOf(error), 'reading events failed')
        this.failing = true
      }
    })
  }

  size(): number {
    return this.streams.size
  }

  close(): void {
    this.closed = true
    for (const stream of this.streams) {
      stream.stop()
      this.remove(stream)
    }
  }

  /** Runs one task at a time, so that no events are read while a stream begins. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work)
    this.last = result.catch(() => {})
    return result
  }

  /** Runs a read that sees no project. The functions it calls take the projects that a stream may see. */
  private reading<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return transaction(actingAs(this.ctx, { kind: 'anonymous' }), work)
  }

  /** Begins all waiting streams with one query. */
  private async begin(): Promise<void> {
    const waiting = this.openings
    this.openings = []
    if (waiting.length === 0) return
    const resuming = waiting.flatMap((opening) => {
      const after = readPosition(opening.lastEventId ?? '')
      return after ? [{ opening, request: { projectId: opening.viewer.projectId, after } }] : []
    })
    try {
      const requests = resuming.map(({ request }) => request)
      const { upTo, missed } = await this.reading((tx) => readMissed(tx, this.ctx.now(), requests))
      const resumed = new Map(resuming.map(({ opening }, index) => [opening, missed[index] ?? null]))
      this.read ??= upTo
      // Screens refetch when their stream begins, since they get no event for earlier changes.
      this.heard(null)
      for (const opening of waiting) {
        const stream = openStream(opening.viewer, upTo, retryMsOf(this.ctx.id()), this.ctx.now)
        stream.begin(opening.lastEventId === null ? [] : (resumed.get(opening) ?? null), upTo)
        stream.readable.once('close', opening.release)
        if (this.closed) stream.stop()
        else this.add(stream)
        opening.done.resolve(stream.readable)
      }
    } catch (error) {
      for (const { done, release } of waiting) {
        release()
        done.reject(error)
      }
    }
  }

  private add(stream: EventStream): void {
    this.streams.add(stream)
    stream.readable.once('close', () => this.remove(stream))
    this.stopPulse ??= this.pulse(() => this.beat())
  }

  private remove(stream: EventStream): void {
    this.streams.delete(stream)
    if (this.streams.size > 0) return
    this.stopPulse?.()
    this.stopPulse = null
    this.read = null
  }

  /** Sends the changes after a position, and ends the streams of viewers who lost access. */
  private async passOn(after: Position): Promise<void> {
    const open = [...this.streams]
    const viewers = open.map(({ viewer }) => viewer)
    const projectIds = [...new Set(viewers.map(({ projectId }) => projectId))]
    const { events, upTo, allowed } = await this.reading(async (tx) => ({
      ...(await readEvents(tx, after, projectIds)),
      allowed: await filterAllowed(tx, this.ctx.now(), viewers),
    }))
    this.heard(events && new Set(events.map(({ change }) => change.kind)))
    const byProject = Map.groupBy(events ?? [], ({ projectId }) => projectId)
    for (const stream of open) {
      if (!allowed.has(stream.viewer)) {
        stream.end()
        this.remove(stream)
      } else stream.go(events && unsent(stream, byProject.get(stream.viewer.projectId) ?? []), upTo)
    }
    if (this.streams.size > 0) this.read = upTo
  }
}

function refusal(by: 'all' | 'user'): ApiError {
  return by === 'all'
    ? new ApiError('ServiceUnavailableError', 'The server has too many open connections. Try again in a moment.', {
        retryAfter: 5,
      })
    : new ApiError('RateLimitError', 'You have too many open connections. Close some tabs, or try again in a moment.', {
        retryAfter: 5,
      })
}

/** Returns the changes that the stream has not sent: one that began after the last read has sent some. */
function unsent({ position }: EventStream, events: readonly ReadEvent[]): Change[] {
  const unsentEvents = events.filter(({ transactions }) => transactions.some((each) => !includes(position, each)))
  return unsentEvents.map(({ change }) => change)
}

/** Returns 1 to 3 seconds in ms, from the random end of an id. */
function retryMsOf(id: string): number {
  return 1000 + (Number.parseInt(id.slice(-4), 16) % 2000)
}
