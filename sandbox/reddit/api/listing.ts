import type { Shaped } from './view.ts'

/** The paging parameters of a listing request. */
export interface Page {
  limit: number
  after: string | null
  before: string | null
  /** The number of items that the client has already seen. */
  count: number
}

/** The maximum depth of a listing, even if more items exist. */
export const depth = 1000
const [usual, most] = [25, 100]

export function pageOf(query: URLSearchParams): Page {
  const limit = Number.parseInt(query.get('limit') ?? '', 10)
  return {
    limit: limit > 0 ? Math.min(limit, most) : usual,
    after: query.get('after') || null,
    before: query.get('before') || null,
    count: Math.max(0, Number.parseInt(query.get('count') ?? '', 10) || 0),
  }
}

/** Returns a page of a newest-first list. The cursor may be an item that is no longer in the list. */
export function pageByTime<Item extends { id: number; name: string }>(items: Iterable<Item>, page: Page) {
  const edge = page.after ?? page.before
  const id = edge === null ? null : Number.parseInt(edge.slice(3), 36)
  if (id !== null && !(id >= 0)) return { shown: [], hasMore: false }
  const shown: Item[] = []
  let [seen, hasMore] = [0, false]
  for (const item of items) {
    seen += 1
    if (seen > depth || (page.before !== null && id !== null && item.id <= id)) break
    if (page.after !== null && id !== null && item.id >= id) continue
    shown.push(item)
    if (page.before === null && shown.length > page.limit) {
      hasMore = true
      shown.pop()
      break
    }
  }
  // With `before`, the page ends right before that item.
  return page.before === null ? { shown, hasMore } : { shown: shown.slice(-page.limit), hasMore: true }
}

/** Returns a page of a list in another order. A cursor that is no longer in the list yields an empty page. */
export function pageByPosition<Item extends { name: string }>(all: readonly Item[], page: Page) {
  const items = all.slice(0, depth)
  const edge = page.after ?? page.before
  const at = edge === null ? -1 : items.findIndex(({ name }) => name === edge)
  if (edge !== null && at === -1) return { shown: [], hasMore: false }
  if (page.before !== null) return { shown: items.slice(Math.max(0, at - page.limit), at), hasMore: true }
  return { shown: items.slice(at + 1, at + 1 + page.limit), hasMore: items.length > at + 1 + page.limit }
}

/** Returns a page as Reddit sends it. `before` is set only if the client sends a count. */
export function listingOf(
  { shown, hasMore }: { shown: readonly { name: string }[]; hasMore: boolean },
  page: Page,
  shape: (at: number) => Shaped,
): Shaped {
  return {
    kind: 'Listing',
    data: {
      after: hasMore ? (shown.at(-1)?.name ?? null) : null,
      dist: shown.length,
      modhash: null,
      geo_filter: '',
      children: shown.map((_, at) => shape(at)),
      before: page.count > 0 ? (shown[0]?.name ?? null) : null,
    },
  }
}

/** Returns a listing with all items on one page. */
export function wholeListing(children: readonly Shaped[], dist: number | null = children.length): Shaped {
  return { kind: 'Listing', data: { after: null, dist, modhash: null, geo_filter: '', children, before: null } }
}
