import type { IncomingMessage, ServerResponse } from 'node:http'
import { isListed, permalinkOf } from './reddit/api/view.ts'
import type { Reddit } from './reddit/reddit.ts'
import { type Post, scoreOf } from './reddit/state/things.ts'

export const searchEnginePath = '/searxng'

/** Where each engine shows threads of Reddit on its first page; other sites have the other positions. */
const positionsOf: Record<string, readonly number[]> = { google: [1, 2, 4, 7, 9], bing: [2, 5, 6, 8] }
export const searchEngines = Object.keys(positionsOf)

/** A thread as search engines and AI answers show it. */
export interface FoundPage {
  url: string
  title: string
}

const common = new Set(
  'a alternative an and best do for good how in is of people recommend review reviews the to use vs what which with'.split(
    ' ',
  ),
)

/** A SearXNG server with engines that find the threads of the sandbox's Reddit, in its JSON format. */
export class SearchEngine {
  readonly #reddit: Reddit
  readonly #index = new WeakMap<Post, Set<string>>()

  constructor(reddit: Reddit) {
    this.#reddit = reddit
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const query = url.searchParams.get('q')?.trim() ?? ''
    const isSearch = request.method === 'GET' && url.pathname === `${searchEnginePath}/search`
    if (!isSearch) return answer(response, 404, { error: 'Not Found' })
    if (query === '') return answer(response, 400, { error: 'No query' })
    // Like SearXNG, whose other formats are HTML, CSV, and RSS.
    if (url.searchParams.get('format') !== 'json') return answer(response, 403, { error: 'Forbidden' })
    const asked = (url.searchParams.get('engines') ?? 'google').split(',').filter((engine) => engine in positionsOf)
    const results = asked.flatMap((engine) => this.#resultsOf(engine, query))
    answer(response, 200, {
      query,
      number_of_results: 0,
      results,
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    })
  }

  /** Returns the threads that fit a query best: with most of its words, then the most voted. */
  find(query: string, most: number, order: 'votes' | 'words' = 'votes'): FoundPage[] {
    const { state } = this.#reddit
    const view = { state, now: state.advance(), viewer: null, origin: '' }
    const words = wordsOf(query).filter((word) => !common.has(word))
    const least = Math.max(1, Math.ceil(words.length * 0.6))
    const fits = []
    for (const post of state.board.newest('t3')) {
      const fit = words.filter((word) => this.#wordsIn(post).has(word)).length
      if (fit >= least && state.isOpen(post.subreddit) && isListed(view, post))
        fits.push({ post, fit, votes: scoreOf(post, view.now) })
    }
    const best = fits.toSorted(
      (a, b) => b.fit - a.fit || (order === 'votes' ? b.votes - a.votes : b.post.id - a.post.id),
    )
    return best.slice(0, most).map(({ post }) => ({
      url: `https://www.reddit.com${permalinkOf(post)}`,
      title: `${post.title} : r/${post.subreddit}`,
    }))
  }

  #wordsIn(post: Post): Set<string> {
    const words = this.#index.get(post) ?? new Set(wordsOf(`${post.title} ${post.body}`))
    this.#index.set(post, words)
    return words
  }

  #resultsOf(engine: string, query: string): object[] {
    const positions = positionsOf[engine]!
    const threads = this.find(query, positions.length, engine === 'google' ? 'votes' : 'words')
    return Array.from({ length: 10 }, (_, at) => {
      const thread = threads[positions.indexOf(at + 1)]
      const page = thread ?? { url: `https://compare.example/${at}`, title: `${query}: ${at + 1} options` }
      return {
        ...page,
        content: '',
        engine,
        engines: [engine],
        positions: [at + 1],
        score: 1 / (at + 1),
        category: 'general',
        template: 'default.html',
        parsed_url: [],
        publishedDate: null,
      }
    })
  }
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{3})(?<!s)s$/u, ''))
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
