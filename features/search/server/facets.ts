import type { Item } from '#engine/item.ts'
import type { Lens } from '#engine/lenses/lenses.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { ageHours, type PostSearch, type SearchAge, type SearchFacets, sortedMost } from '../contract.ts'
import { prepareSearch } from './prepared-search.ts'
import { findItems } from './stored-posts.ts'

/** The most communities returned. */
const subredditsMost = 20

/** Returns what the newest matches of a search are. Throws ValidationError for an invalid query. */
export async function findFacets(
  ctx: Ctx,
  { id: projectId, query: search }: { id: string; query: PostSearch },
): Promise<SearchFacets> {
  roleIn(ctx, projectId)
  return readOnly(ctx, async (tx) => {
    const { subreddit, kind, age, lens, query } = search
    // An empty query has only its filters, which then can't be left out.
    const base = query === '' ? search : { query }
    const prepared = await prepareSearch(ctx, tx, projectId, base)
    const { items, next } = await findItems(tx, prepared, { limit: sortedMost })
    const read = items.map((item) => ({ item, lenses: prepared.lensesOf(item), age: ageOf(item, prepared.now) }))
    const isKept: Record<Facet, (each: ReadItem) => boolean> = {
      subreddits: ({ item }) => subreddit === undefined || item.subreddit.toLowerCase() === subreddit.toLowerCase(),
      kinds: ({ item }) => kind === undefined || item.kind === kind,
      ages: (each) => age === undefined || each.age <= ageHours[age],
      lenses: (each) => lens === undefined || each.lenses.includes(lens),
    }
    const facets = Object.keys(isKept) as Facet[]
    const keptBy = (except: Facet | null) =>
      read.filter((each) => facets.every((of) => of === except || isKept[of](each)))
    return {
      posts: keptBy(null).length,
      capped: next !== null,
      subreddits: counted(keptBy('subreddits'), ({ item }) => [item.subreddit]).slice(0, subredditsMost),
      kinds: counted(keptBy('kinds'), ({ item }) => [item.kind]),
      ages: counted(keptBy('ages'), (each) => agesAbove(each.age)),
      lenses: counted(keptBy('lenses'), (each) => each.lenses),
    }
  })
}

type Facet = 'subreddits' | 'kinds' | 'ages' | 'lenses'

interface ReadItem {
  item: Item
  lenses: Lens[]
  /** In hours; infinite if unknown. */
  age: number
}

function ageOf({ postedAt }: Item, now: number): number {
  return postedAt === null ? Number.POSITIVE_INFINITY : (now - postedAt) / 3_600_000
}

function agesAbove(age: number): SearchAge[] {
  return (Object.keys(ageHours) as SearchAge[]).filter((each) => age <= ageHours[each])
}

/** Counts the items with each value, most first. */
function counted(items: readonly ReadItem[], valuesOf: (item: ReadItem) => readonly string[]): SearchFacets['kinds'] {
  const counts = new Map<string, number>()
  for (const item of items) for (const value of valuesOf(item)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, posts]) => ({ value, posts })).sort((a, b) => b.posts - a.posts)
}
