import { instantOf, type Query } from '../query.ts'

/** A range of times in ms since 1970: from `from`, before `to`; null if it is open. */
export interface PostedBetween {
  from: number | null
  to: number | null
}

/** Returns the range in which every match was posted, by the filters that all matches meet. */
export function postedBetween(query: Query, now: number): PostedBetween {
  if (query.kind === 'time') {
    const at = instantOf(query.at, now)
    return query.field === 'after' ? { from: at, to: null } : { from: null, to: at }
  }
  if (query.kind !== 'all') return { from: null, to: null }
  const ranges = query.of.map((part) => postedBetween(part, now))
  const froms = ranges.flatMap(({ from }) => (from === null ? [] : [from]))
  const tos = ranges.flatMap(({ to }) => (to === null ? [] : [to]))
  return { from: froms.length === 0 ? null : Math.max(...froms), to: tos.length === 0 ? null : Math.min(...tos) }
}
