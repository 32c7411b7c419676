import type { Shaped } from './view.ts'

/** What a page of a listing is asked for with. */
export interface Page {
  limit: number
  after: string | null
  before: string | null
  /** How many were seen before. */
  count: number
}

/** How deep a listing is, whatever there is below. */
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

/** One page of a list whose order is by what is newest: also where what it is asked to go on from is in it no longer. */
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
  // What comes right before an item, of all that does.
  return page.before === null ? { shown, hasMore } : { shown: shown.slice(-page.limit), hasMore: true }
}

/** One page of a list in some other order; what is in it no longer has nothing behind it. */
export function pageByPosition<Item extends { name: string }>(all: readonly Item[], page: Page) {
  const items = all.slice(0, depth)
  const edge = page.after ?? page.before
  const at = edge === null ? -1 : items.findIndex(({ name }) => name === edge)
  if (edge !== null && at === -1) return { shown: [], hasMore: false }
  if (page.before !== null) return { shown: items.slice(Math.max(0, at - page.limit), at), hasMore: true }
  return { shown: items.slice(at + 1, at + 1 + page.limit), hasMore: items.length > at + 1 + page.limit }
}

/** A page as it is answered: after what one can go on, and, for who has said how many came before, before what. */
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

/** All of something at once. */
export function wholeListing(children: readonly Shaped[], dist: number | null = children.length): Shaped {
  return { kind: 'Listing', data: { after: null, dist, modhash: null, geo_filter: '', children, before: null } }
}
