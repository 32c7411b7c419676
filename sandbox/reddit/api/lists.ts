import type { Subreddit } from '../../community/types.ts'
import { type Post, postOf, scoreOf } from '../state/things.ts'
import { depth, type Page, pageByPosition, pageByTime, pageOf } from './listing.ts'
import { relevanceOf, searchFor } from './search.ts'
import { isListed, type View } from './view.ts'

const hour = 3_600_000
const spans: Record<string, number> = {
  hour,
  day: 24 * hour,
  week: 7 * 24 * hour,
  month: 30 * 24 * hour,
  year: 365 * 24 * hour,
}
const oldest = Number.POSITIVE_INFINITY

/** Yields the visible posts or comments of communities, newest first. */
export function* listed<Kind extends 't1' | 't3'>(
  view: View,
  kind: Kind,
  subreddits: readonly { name: string }[] | 'all',
) {
  const names = subreddits === 'all' ? null : new Set(subreddits.map(({ name }) => name))
  for (const thing of view.state.board.newest(kind)) {
    const { subreddit } = postOf(thing)
    if (names ? names.has(subreddit) : view.state.isOpen(subreddit)) if (isListed(view, thing)) yield thing
  }
}

/** Returns a page of posts in a given order. Only `new` can continue after a deleted post. */
export function pageOfPosts(view: View, found: Iterable<Post>, sort: string, query: URLSearchParams): Shown<Post> {
  const page = pageOf(query)
  if (sort === 'new') return { page, ...pageByTime(found, page) }
  const since = view.now - (spans[query.get('t') ?? (sort === 'top' ? 'day' : 'all')] ?? oldest)
  const all = [...found].filter(({ at }) => at >= since).slice(0, depth * 5)
  const order = sort === 'relevance' ? relevanceOf(query.get('q') ?? '') : orders[sort]?.(view.now)
  return { page, ...pageByPosition(sortedBy(all, order ?? orders.hot!(view.now)), page) }
}

export interface Shown<Item> {
  page: Page
  shown: Item[]
  hasMore: boolean
}

/** Yields the posts of a span of time that match a search, in any order of its results. */
export function* searched(view: View, subreddits: readonly Subreddit[] | 'all', query: URLSearchParams) {
  const isFound = searchFor(query.get('q') ?? '')
  const since = view.now - (spans[query.get('t') ?? 'all'] ?? oldest)
  for (const post of listed(view, 't3', subreddits)) if (post.at >= since && isFound(post)) yield post
}

const orders: Record<string, (now: number) => (post: Post) => number> = {
  hot: (now) => (post) => Math.log10(Math.max(1, scoreOf(post, now))) + post.at / (45_000 * 1000),
  best: (now) => (post) => Math.log10(Math.max(1, scoreOf(post, now))) + post.at / (45_000 * 1000),
  rising: (now) => (post) => scoreOf(post, now) / (now - post.at + hour),
  top: (now) => (post) => scoreOf(post, now),
  controversial: (now) => (post) => post.commentCount / (1 + Math.abs(scoreOf(post, now))),
  comments: () => (post) => post.commentCount,
}

function sortedBy(posts: readonly Post[], order: (post: Post) => number): Post[] {
  const subreddits = new Map(posts.map((post) => [post, order(post)]))
  return posts.toSorted((a, b) => subreddits.get(b)! - subreddits.get(a)! || b.id - a.id)
}
