import { placeName } from '../places/places.ts'
import type { Grouping } from './metrics.ts'

/** The values of each grouping in words, where they don't depend on the project. */
const values: Partial<Record<Grouping, Readonly<Record<string, string>>>> = {
  band: { 3: 'Wants it now', 2: 'Has the problem', 1: 'On topic', 0: 'Not scored' },
  state: {
    new: 'New',
    replied: 'Replied',
    rejected: 'Rejected',
    live: 'Live',
    removed: 'Removed',
    deleted: 'Deleted',
    missing: 'Not found',
    waiting: 'Check pending',
    notChecked: 'Not checked',
    noLink: 'No link saved',
  },
  source: { 1: 'Reddit', 2: 'Sandbox', 3: 'Push', 4: 'Hacker News' },
  kind: { brand: 'Brand', competitor: 'Competitors', industry: 'Industry' },
  sentiment: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative', unknown: 'Not judged' },
}

/** Returns the label of a value that a chart is grouped by. A keyword or competitor is its own label. */
export function valueLabel(grouping: Grouping, value: string): string {
  if (grouping === 'source') return values.source?.[value] ?? 'Other source'
  return values[grouping]?.[value] ?? value
}

/** Returns the label of a community, as posts spell it and without `r/`. A user's own page begins with `u_`. */
export function communityLabel(spelled: string): string {
  return /^u_/i.test(spelled) ? `u/${spelled.slice(2)}` : placeName(spelled)
}
