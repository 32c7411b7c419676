import type { IncomingMessage, ServerResponse } from 'node:http'

/** The path of the stand-in; below it are the paths of the API (v0) and of the search (api/v1). */
export const hackerNewsPath = '/hackernews'

/** An item as the API returns it. `time` is in seconds. */
export interface HackerNewsItem {
  id: number
  type: 'story' | 'comment' | 'job'
  by?: string
  time: number
  title?: string
  /** HTML. */
  text?: string
  url?: string
  parent?: number
  score?: number
  descendants?: number
  deleted?: true
  dead?: true
}

/** Hacker News in miniature: the API of single items, and the search by date. */
export class HackerNewsSite {
  readonly items = new Map<number, HackerNewsItem>()
  /** The paths of all requests. */
  readonly asked: string[] = []
  private readonly changed = new Set<number>()
  /** The status of all answers, to play an outage; 200 as usual. */
  status = 200

  /** Adds an item with the next number, and returns it. */
  add(item: Omit<HackerNewsItem, 'id'>): HackerNewsItem {
    const id = Math.max(0, ...this.items.keys()) + 1
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

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const path = url.pathname.slice(hackerNewsPath.length)
    this.asked.push(path)
    const answer = this.status === 200 ? this.answerTo(path, url.searchParams) : undefined
    response.writeHead(this.status !== 200 ? this.status : answer === undefined ? 404 : 200, {
      'content-type': 'application/json; charset=utf-8',
    })
    response.end(JSON.stringify(answer ?? null))
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
