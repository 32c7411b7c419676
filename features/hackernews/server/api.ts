import { type ItemState, itemState, recordOfHit, recordOfItem } from '#engine/hackernews/item.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Realm, Source } from '#engine/sources.ts'
import type { HackerNewsService } from '#platform/server/services.ts'

/** Hacker News gave no usable answer. The message is for users. */
export class HackerNewsError extends Error {}

/** The most hits of a search; there are no further pages. */
export const hitsMost = 1_000
/** How many requests run at once. */
const atOnce = 8

/** An item, and how it was answered. */
interface Fetched {
  state: ItemState
  value: unknown
}

/** Hacker News as one run reads it. Remembers what it read, since comments of a thread have ancestors in common. */
export class HackerNews {
  private readonly service: HackerNewsService
  private readonly items = new Map<number, Promise<Fetched | null>>()

  constructor(service: HackerNewsService) {
    this.service = service
  }

  get realm(): Realm {
    return this.service.realm
  }

  /** The source as which its items arrive. */
  get source(): Source {
    return this.realm === 'sandbox' ? 'sandbox' : 'hackernews'
  }

  /** Returns the number of the newest item. */
  async newest(): Promise<number> {
    const value = await this.ask('/maxitem.json')
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    throw new HackerNewsError('Hacker News sent an unexpected response')
  }

  /** Returns the numbers of items that changed lately. */
  async changed(): Promise<number[]> {
    const value = await this.ask('/updates.json')
    const items = typeof value === 'object' && value !== null && 'items' in value ? value.items : []
    return Array.isArray(items) ? items.filter((id) => Number.isSafeInteger(id)) : []
  }

  /** Returns the states of items, by number; null for those that don't exist. */
  async states(ids: readonly number[]): Promise<Map<number, ItemState | null>> {
    const fetched = await this.each(ids, (id) => this.item(id))
    return new Map(ids.map((id, index) => [id, fetched[index]?.state ?? null]))
  }

  /** Returns items as records, in order: `unknown` if one doesn't exist yet, null if it can't be a lead. */
  records(ids: readonly number[]): Promise<(SourceRecord | 'unknown' | null)[]> {
    return this.each(ids, async (id) => {
      const item = await this.item(id)
      if (!item) return 'unknown'
      const isComment = item.state.type === 'comment' && item.state.gone === null
      return recordOfItem(item.value, isComment ? await this.threadTitle(item.state) : '')
    })
  }

  /** Returns the posts and comments of a time, in seconds, as far as they fit in one answer, and how many there are. */
  async between(from: number, until: number): Promise<{ records: SourceRecord[]; total: number }> {
    const url = new URL(`${this.service.searchUrl}/search_by_date`)
    url.searchParams.set('tags', '(story,comment)')
    url.searchParams.set('numericFilters', `created_at_i>=${from},created_at_i<${until}`)
    url.searchParams.set('hitsPerPage', String(hitsMost))
    const value = await this.read(url)
    if (typeof value !== 'object' || value === null || !('hits' in value) || !Array.isArray(value.hits)) {
      throw new HackerNewsError('The search of Hacker News sent an unexpected response')
    }
    const total = 'nbHits' in value && typeof value.nbHits === 'number' ? value.nbHits : value.hits.length
    return { records: value.hits.flatMap((hit) => recordOfHit(hit) ?? []), total }
  }

  private async threadTitle({ parent }: ItemState): Promise<string> {
    // No thread is that deep.
    for (let id = parent, depth = 0; id !== null && depth < 50; depth++) {
      const item: Fetched | null = await this.item(id)
      if (item?.state.type !== 'comment') return item?.state.title ?? ''
      id = item.state.parent
    }
    return ''
  }

  private item(id: number): Promise<Fetched | null> {
    const known = this.items.get(id)
    if (known) return known
    const asked = this.ask(`/item/${id}.json`).then((value) => {
      const state = itemState(value)
      return state && { state, value }
    })
    this.items.set(id, asked)
    return asked
  }

  private async each<T>(ids: readonly number[], work: (id: number) => Promise<T>): Promise<T[]> {
    const results: T[] = []
    for (let at = 0; at < ids.length; at += atOnce) {
      results.push(...(await Promise.all(ids.slice(at, at + atOnce).map(work))))
    }
    return results
  }

  private ask(path: string): Promise<unknown> {
    return this.read(new URL(this.service.url + path))
  }

  private async read(url: URL): Promise<unknown> {
    const headers = { 'user-agent': this.service.userAgent, accept: 'application/json' }
    // An exchange fails only if the other side can't be reached or breaks off.
    const answer = await this.service.exchange({ method: 'GET', url, headers }).catch(() => null)
    if (!answer) throw new HackerNewsError("Hacker News couldn't be reached")
    if (answer.status === 429) throw new HackerNewsError("Hacker News's rate limit was reached")
    if (answer.status !== 200) throw new HackerNewsError(`Hacker News answered with status ${answer.status}`)
    try {
      return JSON.parse(answer.text)
    } catch {
      throw new HackerNewsError('Hacker News sent an unexpected response')
    }
  }
}
