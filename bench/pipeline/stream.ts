import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { SourceRecord } from '#engine/records/record.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import type { BenchDatabase } from '../database.ts'

const pollMs = 25
/** The items per delivery at full speed. */
const deliverySize = 2000
/** The number of unfinished batches from which a source waits, as a polling one would. */
const unfinishedMax = 40

/** The step through the posts. It mixes communities as in a stream, since archives hold one after another. */
const stride = 7919

/**
 * Repeats the given posts under new ids, so that each is new. From the second round on, posts get extra words, so that
 * they aren't duplicates: a real stream has few.
 */
export class Stream {
  private readonly ctx: Ctx
  private readonly owner: pg.Client
  private readonly posts: readonly SourceRecord[]
  /** The number of items delivered so far. */
  sent = 0

  constructor({ ctx, owner }: BenchDatabase, posts: readonly SourceRecord[]) {
    this.ctx = actingAs(ctx, { kind: 'job', name: 'bench' })
    this.owner = owner
    this.posts = posts
  }

  /** Delivers `items` without waiting for workers. */
  async deliver(items: number): Promise<void> {
    for (let left = items; left > 0; left -= deliverySize) {
      await ingest(this.ctx, 'reddit-api', this.next(Math.min(left, deliverySize)))
    }
  }

  /** Delivers `items` as fast as workers take them, and waits until all are done. Returns the seconds. */
  async feed(items: number): Promise<number> {
    const begun = performance.now()
    for (let left = items; left > 0; left -= deliverySize) {
      while ((await this.unfinished()) > unfinishedMax) await pause(pollMs)
      await this.deliver(Math.min(left, deliverySize))
    }
    while ((await this.unfinished()) > 0) await pause(pollMs)
    return (performance.now() - begun) / 1000
  }

  /**
   * Delivers at a given rate until it is over. Returns the delay of each delivery in seconds, from its arrival until
   * all its results are committed.
   */
  async feedAt(itemsPerSecond: number, intervalMs: number, isOver: () => Promise<boolean>): Promise<number[]> {
    const waiting = new Map<string, number>()
    const delays: number[] = []
    const begun = performance.now()
    let deliveries = 0
    for (let over = false; !over || waiting.size > 0; over ||= await isOver()) {
      const due = begun + deliveries * intervalMs
      if (!over && performance.now() >= due) {
        deliveries++
        const { batchIds } = await ingest(this.ctx, 'reddit-api', this.next((itemsPerSecond * intervalMs) / 1000))
        // The delay includes the time for which the source was kept waiting.
        for (const id of batchIds) waiting.set(id, due)
      }
      const { rows } = await this.owner.query<{ id: string }>(
        'select id from recent where id = any ($1::uuid[]) and finished_at is not null',
        [[...waiting.keys()]],
      )
      for (const { id } of rows) {
        delays.push((performance.now() - waiting.get(id)!) / 1000)
        waiting.delete(id)
      }
      await pause(pollMs)
    }
    return delays
  }

  private next(count: number): SourceRecord[] {
    const postedAt = this.ctx.now().getTime()
    return Array.from({ length: count }, () => {
      const number = this.sent++
      const post = this.posts[(number * stride) % this.posts.length]!
      const round = Math.floor(number / this.posts.length)
      return {
        ...post,
        title: round === 0 ? post.title : varied(post.title, round),
        body: round === 0 ? post.body : varied(post.body, round),
        id: (10_000_000_000 + number).toString(36),
        postedAt,
      }
    })
  }

  private async unfinished(): Promise<number> {
    const { rows } = await this.owner.query<{ count: number }>(
      'select count(*)::int as count from recent where finished_at is null',
    )
    return rows[0]!.count
  }
}

/** Adds the number of the round after every fourth word, so that the text is as long to read but not a duplicate. */
function varied(body: string, round: number): string {
  let words = 0
  return body.replace(/ /g, () => (++words % 4 === 0 ? ` ${round} ` : ' '))
}
