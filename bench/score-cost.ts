import { closenessOfItem, readItem } from '@earshot/engine/reading'
import { scoreItem } from '@earshot/engine/score'
import { wordsOf } from '@earshot/engine/text'
import { readingLimits } from '@earshot/engine/weights'
import type { Ranking } from './left-out.ts'
import { median } from './quantiles.ts'

const runs = 5
/** From here on a candidate is a lead (contract Label). */
const leastLabel = 2

/**
 * What scoring costs: processor time a candidate and kilobyte of its text, each item read anew for each product, and
 * leads, which alone are shown, explained; what of it is the reading, which is done once an item for the gate and all
 * products; and beside it the cutting of the same texts into words, so that machines and busy hours can be compared.
 */
export function scoreCost(
  rankings: readonly Ranking[],
  now: number,
): { microseconds: number; reading: number; words: number } {
  const candidates = rankings.flatMap(({ compiled, items, hits }) =>
    items.map(({ item }) => ({ compiled, item, hits: hits.get(item.id)! })),
  )
  const kilobytes = candidates.reduce((sum, { item }) => sum + textLength(item) / 1000, 0)
  const times = (work: (candidate: (typeof candidates)[number]) => unknown) =>
    median(
      Array.from({ length: runs }, () => {
        const before = process.cpuUsage()
        for (const candidate of candidates) work(candidate)
        const { user, system } = process.cpuUsage(before)
        return (user + system) / kilobytes
      }),
    )
  return {
    microseconds: times(({ compiled, item, hits }) => {
      const scored = scoreItem(compiled, item, hits, now)
      return scored.label >= leastLabel ? scored.components : null
    }),
    reading: times(({ compiled, item }) => {
      const { title, body } = readItem(item)
      closenessOfItem(compiled.vector, title, body)
    }),
    words: times(({ item }) => wordsOf(`${item.title}\n${item.body.slice(0, readingLimits.bodyChars)}`)),
  }
}

function textLength({ title, body }: { title: string; body: string }): number {
  return title.length + Math.min(body.length, readingLimits.bodyChars)
}
