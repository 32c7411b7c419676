import { placeName } from '#engine/places/places.ts'
import type { SearchAge } from '../../contract.ts'
import type { SavedSearch } from '../queries.ts'
import { ageNames, agesInOrder, emptyView, kindNames, lensNames, type View } from '../view.ts'

type SavedFilters = SavedSearch['filters']

const days: Record<SearchAge, number> = { day: 1, week: 7, month: 30, year: 365 }

/** Returns the filters of a search as they are saved. */
export function savedFilters({ lens, subreddit, kind, age }: View): SavedFilters {
  return {
    ...(lens && { lens }),
    ...(subreddit && subreddit.length > 1 && { subreddits: [subreddit] }),
    ...(kind && { kinds: [kind] }),
    ...(age && { days: days[age] }),
  }
}

/** Returns the search of a saved one. Filters that only lists of leads have are left out. */
export function viewOfSaved({ query, filters }: Pick<SavedSearch, 'query' | 'filters'>): View {
  const { lens = null, subreddits = [], kinds = [] } = filters
  return {
    ...emptyView,
    query,
    lens,
    subreddit: subreddits.length === 1 ? (subreddits[0] ?? null) : null,
    kind: kinds.length === 1 ? (kinds[0] ?? null) : null,
    age: agesInOrder.find((age) => days[age] === filters.days) ?? null,
  }
}

/** Returns a search in a few words. */
export function searchText({ query, lens, subreddit, kind, age }: View): string {
  const filters = [
    lens && lensNames[lens].toLowerCase(),
    subreddit && placeName(subreddit),
    kind && kindNames[kind].toLowerCase(),
    age && ageNames[age].toLowerCase(),
  ]
  return [query, ...filters].filter(Boolean).join(' · ')
}
