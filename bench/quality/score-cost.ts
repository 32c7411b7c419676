import { buildFinder } from '#engine/candidates/candidates.ts'
import type { Item } from '#engine/item.ts'
import { type CompiledProfile, scoreItem } from '#engine/score/score.ts'
import { readingLimits } from '#engine/score/weights.ts'
import { wordsOf } from '#engine/text/text.ts'
import type { Ranking } from './left-out.ts'

const runs = 7
/** From here on a candidate is a lead (contract Label). */
const leastLabel = 2

/** Microseconds a candidate and kilobyte of its text; leads, which alone are shown, are explained. */
export interface ScoreCost {
  /**
   * What scoring adds as the product does it: the gate has just looked at the item and passed it for some products, and
   * its candidates are scored one after the other. Whatever the gate has read of the item it has been paid for there.
   */
  afterGate: number
  /** A candidate by itself: its item read for this one product, by nobody before. */
  anew: number
  /** The same candidate once more: nothing of its item is left to be read. */
  again: number
  /** Cutting the same texts into words, so that machines and busy hours can be compared. */
  words: number
}

interface Scorable {
  compiled: CompiledProfile
  item: Item
  hits: Parameters<typeof scoreItem>[2]
}

/** What scoring costs. Of each work the least of some runs counts, since other programs only ever add to it. */
export function scoreCost(rankings: readonly Ranking[], now: number): ScoreCost {
  const candidates = rankings.flatMap(({ compiled, items, hits }) =>
    items.map(({ item }): Scorable => ({ compiled, item, hits: hits.get(item.id)! })),
  )
  const kilobytes = candidates.reduce((sum, { item }) => sum + textOf(item).length / 1000, 0)
  const score = ({ compiled, item, hits }: Scorable) => {
    const scored = scoreItem(compiled, item, hits, now)
    return scored.label >= leastLabel ? scored.components : null
  }
  const finder = buildFinder(rankings.map(({ product }) => product))
  const compiledOf = new Map(rankings.map(({ product, compiled }) => [product.id, compiled]))
  const items = [...new Set(candidates.map(({ item }) => item))]
  const afterGate = new Leasts(items.length)
  const [anew, again, words] = [
    new Leasts(candidates.length),
    new Leasts(candidates.length),
    new Leasts(candidates.length),
  ]
  for (let run = 0; run < runs; run++) {
    for (const [index, item] of items.entries()) {
      const passed = finder.find(item)
      afterGate.time(index, () => {
        for (const { projectId, hits } of passed) score({ compiled: compiledOf.get(projectId)!, item, hits })
      })
    }
    for (const [index, candidate] of candidates.entries()) {
      anew.time(index, () => score(candidate))
      again.time(index, () => score(candidate))
    }
    for (const [index, { item }] of candidates.entries()) {
      const text = textOf(item)
      words.time(index, () => wordsOf(text))
    }
  }
  return {
    afterGate: afterGate.sum() / kilobytes,
    anew: anew.sum() / kilobytes,
    again: again.sum() / kilobytes,
    words: words.sum() / kilobytes,
  }
}

/** For each of some works the least time that it has taken, in microseconds. */
class Leasts {
  private readonly times: Float64Array

  constructor(works: number) {
    this.times = new Float64Array(works).fill(Number.POSITIVE_INFINITY)
  }

  time(index: number, work: () => unknown): void {
    const before = performance.now()
    work()
    this.times[index] = Math.min(this.times[index]!, (performance.now() - before) * 1000)
  }

  sum(): number {
    return this.times.reduce((sum, time) => sum + time, 0)
  }
}

/** As far as it counts. */
function textOf({ title, body }: Item): string {
  return `${title}\n${body.slice(0, readingLimits.bodyChars)}`
}
