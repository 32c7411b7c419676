import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { Log } from '../reddit/state/log.ts'
import { LogEntry, NewItem, Removal } from './log-entry.ts'
import type { SlotThread } from './threads.ts'

/** The path of the stand-in; below it are the paths of the API (v0) and of the search (api/v1). */
export const hackerNewsPath = '/hackernews'

/** An item as the API returns it. `time` is in seconds. */
export interface HackerNewsItem {
  id: number
  type: 'story' | 'comment' | 'job'
  by?: string | undefined
  time: number
  title?: string | undefined
  /** HTML. */
  text?: string | undefined
  url?: string | undefined
  parent?: number | undefined
  score?: number | undefined
  descendants?: number | undefined
  deleted?: true
  dead?: true
}

interface Options {
  /** The folder of the log of all items; null stores nothing. */
  folder?: string | null
  /** Returns the time of the sandbox in ms. */
  now?: () => number
  /** Returns the thread that begins in a slot of time; without it, only what is posted is there. */
  threadOf?: (slot: number) => SlotThread
}

const slotMs = 4 * 3_600_000
/** The threads that exist at the start, and the most that begin at once. */
const firstSlots = 12
/** Beyond the numbers that Hacker News has, so that no link leads to a real item. */
const firstId = 900_000_000
const askedMost = 1_000

/** Hacker News in miniature: the API of single items, the search by date, and controls. */
export class HackerNewsSite {
  readonly items = new Map<number, HackerNewsItem>()
  /** The paths of the last requests. */
  readonly asked: string[] = []
  private readonly changed = new Set<number>()
  private readonly log: Log<LogEntry>
  private readonly now: () => number
  private readonly threadOf: Options['threadOf']
  private lastId: number
  private lastSlot: number | null = null
  /** The status of all answers, to play an outage; 200 as usual. */
  status = 200

  constructor({ folder = null, now = Date.now, threadOf }: Options = {}) {
    this.now = now
    this.threadOf = threadOf
    this.lastId = threadOf ? firstId : 0
    this.log = new Log(folder, (line) => LogEntry.parse(line), 'hacker-news')
    for (const entry of this.log.read()) this.apply(entry)
  }

  /** Adds an item with the next number, and returns it. */
  add(item: Omit<HackerNewsItem, 'id'>): HackerNewsItem {
    const id = Math.max(this.lastId, ...this.items.keys()) + 1
    this.lastId = id
    const added = { id, ...item }
    this.items.set(id, added)
    return added
  }

  /** Has the author delete an item, or moderators remove it; both leave little of it. */
  remove(id: number, how: 'deleted' | 'dead'): void {
    const { type, time, parent, by } = this.items.get(id)!
    const rest = { id, type, time, ...(parent !== undefined && { parent }) }
    this.items.set(id, how === 'deleted' ? { ...rest, deleted: true } : { ...rest, ...(by && { by }), dead: true })
    this.changed.add(id)
  }

  close(): void {
    this.log.close()
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const path = url.pathname.slice(hackerNewsPath.length)
    this.asked.push(path)
    if (this.asked.length > askedMost) this.asked.shift()
    this.advance()
    const asks = request.method === 'GET' || request.method === 'HEAD'
    const answer =
      this.status !== 200 ? undefined : asks ? this.answerTo(path, url.searchParams) : await this.tell(path, request)
    response.writeHead(this.status !== 200 ? this.status : answer === undefined ? 404 : 200, {
      'content-type': 'application/json; charset=utf-8',
    })
    response.end(JSON.stringify(answer ?? null))
  }

  /** Posts an item, or removes one. Needs JSON, which pages of other sites can't send. */
  private async tell(path: string, request: IncomingMessage): Promise<unknown> {
    const removed = /^\/control\/items\/(\d+)$/.exec(path)?.[1]
    if (path !== '/control/items' && removed === undefined) return undefined
    if (!request.headers['content-type']?.startsWith('application/json')) return undefined
    const input = await json(request)
    if (removed === undefined) {
      const item = NewItem.parse(input)
      return this.record({ type: 'item', item: { ...item, time: Math.floor(this.now() / 1000) } })
    }
    const id = Number(removed)
    if (!this.items.has(id)) return undefined
    this.record({ type: 'removal', id, ...Removal.parse(input) })
    return this.items.get(id)
  }

  /** Begins the threads of the slots that are over. */
  private advance(): void {
    if (!this.threadOf) return
    const last = Math.floor(this.now() / slotMs) - 1
    for (let slot = Math.max((this.lastSlot ?? 0) + 1, last - firstSlots + 1); slot <= last; slot++) {
      this.record({ type: 'slot', slot })
    }
  }

  private record(entry: LogEntry): HackerNewsItem | undefined {
    this.log.add(entry)
    return this.apply(entry)
  }

  private apply(entry: LogEntry): HackerNewsItem | undefined {
    if (entry.type === 'item') return this.add(entry.item)
    if (entry.type === 'removal') {
      if (this.items.has(entry.id)) this.remove(entry.id, entry.how)
      return undefined
    }
    this.lastSlot = entry.slot
    this.begin(entry.slot)
    return undefined
  }

  /** Posts a thread over the second half of a slot. */
  private begin(slot: number): void {
    const thread = this.threadOf?.(slot)
    if (!thread) return
    const { title, text, by, comments } = thread
    const time = Math.floor((slot + 0.5) * (slotMs / 1000))
    const { id } = this.add({
      type: 'story',
      by,
      title,
      text,
      time,
      score: 2 + (slot % 30),
      descendants: comments.length,
    })
    for (const [at, comment] of comments.entries()) {
      this.add({ type: 'comment', ...comment, parent: id, time: time + (at + 1) * 2400 })
    }
  }

  private answerTo(path: string, query: URLSearchParams): unknown {
    const [, id] = /^\/v0\/item\/(\d+)\.json$/.exec(path) ?? []
    if (id !== undefined) return this.items.get(Number(id)) ?? null
    switch (path) {
      case '/v0/maxitem.json':
        return Math.max(0, ...this.items.keys())
      case '/v0/newstories.json':
        return this.stories()
      case '/v0/updates.json':
        return { items: [...this.changed], profiles: [] }
      case '/api/v1/search_by_date':
        return this.search(query)
      default:
        return undefined
    }
  }

  private stories(): number[] {
    const shown = [...this.items.values()].filter(({ type, deleted, dead }) => type === 'story' && !deleted && !dead)
    return shown.map(({ id }) => id).toSorted((a, b) => b - a)
  }

  private search(query: URLSearchParams): object {
    const [, from] = /created_at_i>=?(\d+)/.exec(query.get('numericFilters') ?? '') ?? []
    const [, until] = /created_at_i<(\d+)/.exec(query.get('numericFilters') ?? '') ?? []
    const hitsPerPage = Math.min(1000, Number(query.get('hitsPerPage') ?? 20))
    const found = [...this.items.values()]
      .filter(({ type, deleted, dead }) => type !== 'job' && !deleted && !dead)
      .filter(({ time }) => time >= Number(from ?? 0) && time < Number(until ?? Number.POSITIVE_INFINITY))
      .toSorted((a, b) => b.time - a.time)
    const hits = found.slice(0, hitsPerPage).map((item) => this.hitOf(item))
    return { hits, nbHits: found.length, page: 0, nbPages: Math.ceil(found.length / hitsPerPage), hitsPerPage }
  }

  private hitOf({ id, type, by, time, title, text, url, score, descendants, parent }: HackerNewsItem): object {
    const story = type === 'comment' ? this.storyOf(parent) : undefined
    return {
      objectID: String(id),
      _tags: [type, `author_${by}`, `story_${story?.id ?? id}`],
      author: by ?? null,
      created_at: new Date(time * 1000).toISOString(),
      created_at_i: time,
      ...(type === 'comment'
        ? { comment_text: text ?? '', parent_id: parent, story_id: story?.id, story_title: story?.title }
        : {
            title,
            url,
            points: score ?? 1,
            num_comments: descendants ?? 0,
            ...(text !== undefined && { story_text: text }),
          }),
    }
  }

  private storyOf(id: number | undefined): HackerNewsItem | undefined {
    const item = id === undefined ? undefined : this.items.get(id)
    return item?.type === 'comment' ? this.storyOf(item.parent) : item
  }
}
