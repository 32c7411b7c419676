import type { Import } from '#features/matching/contract.ts'
import { count, rateText } from '#platform/web/text/units.ts'

/** How long lines count as the present rate. */
const minuteMs = 60_000

/** Returns how many lines a push source gets at present. */
export function pushRate({ recentLines, finishedAt }: Pick<Import, 'recentLines' | 'finishedAt'>, now: number): string {
  const isRecent = finishedAt !== null && now - Date.parse(finishedAt) < minuteMs
  return rateText(isRecent ? recentLines : 0)
}

/** Returns what arrived so far. */
export function pushCounts({ itemsNew, itemsKnown }: Pick<Import, 'itemsNew' | 'itemsKnown'>): string {
  const known = itemsKnown === 0 ? '' : `, ${count(itemsKnown)} sent again`
  return `${count(itemsNew)} ${itemsNew === 1 ? 'post' : 'posts'}${known}`
}
