import { buildFinder } from '#engine/candidates/candidates.ts'
import type { Item } from '#engine/item.ts'
import { type CompiledProfile, scoreItem } from '#engine/score/score.ts'
import { readingLimits } from '#engine/score/weights.ts'
import { wordsOf } from '#engine/text/text.ts'
import type { Ranking } from './held-out.ts'

const runs = 7
/** The label from which a candidate is a lead (contract Label). */
const leadLabel = 2

/** Microseconds per candidate and kilobyte of its text. Only leads, which are shown, include an explanation. */
export interface ScoreCost {
  /**
   * The cost that scoring adds in the product. The gate has just read the item and passed it for some products, whose
   * candidates are scored one after another. The gate's own reading doesn't count.
   */
  afterGate: number
  /** The cost of a candidate alone, with an item that was never read before. */
  unread: number
  /** The cost of the same candidate again, with an item that was already read. */
  alreadyRead: number
  /** The cost of cutting the same texts into words, which makes different machines and loads comparable. */
  words: number
}

interface Scorable {
  compiled: CompiledProfile
  item: Item
  hits: Parameters<typeof scoreItem>[2]
}

/** Measures the cost of scoring. Takes the minimum of several runs, since other programs only ever add to it. */
export function scoreCost(rankings: readonly Ranking[]): ScoreCost {
  const candidates = rankings.flatMap(({ compiled, items, hits }) =>
    items.map(({ item }): Scorable => ({ compiled, item, hits: hits.get(item.id)! })),
  )
  const kilobytes = candidates.reduce((sum, { item }) => sum + textOf(item).length / 1000, 0)
  const score = ({ compiled, item, hits }: Scorable) => {
    const scored = scoreItem(compiled, item, hits)
    return scored.label >= leadLabel ? scored.components : null
  }
  const finder = buildFinder(rankings.map(({ product }) => product))
  const compiledOf = new Map(rankings.map(({ product, compiled }) => [product.id, compiled]))
  const items = [...new Set(candidates.map(({ item }) => item))]
  const afterGate = new MinimumTimes(items.length)
  const [unread, alreadyRead, words] = [
    new MinimumTimes(candidates.length),
    new MinimumTimes(candidates.length),
    new MinimumTimes(candidates.length),
  ]
  for (let run = 0; run < runs; run++) {
    for (const [index, item] of items.entries()) {
      const passed = finder.find(item)
      afterGate.time(index, () => {
        for (const { projectId, hits } of passed) score({ compiled: compiledOf.get(projectId)!, item, hits })
      })
    }
    for (const [index, candidate] of candidates.entries()) {
      unread.time(index, () => score(candidate))
      alreadyRead.time(index, () => score(candidate))
    }
    for (const [index, { item }] of candidates.entries()) {
      const text = textOf(item)
      words.time(index, () => wordsOf(text))
    }
  }
  return {
    afterGate: afterGate.sum() / kilobytes,
    unread: unread.sum() / kilobytes,
    alreadyRead: alreadyRead.sum() / kilobytes,
    words: words.sum() / kilobytes,
  }
}

/** The minimum time of each task, in microseconds. */
class MinimumTimes {
  private readonly times: Float64Array

  constructor(tasks: number) {
    this.times = new Float64Array(tasks).fill(Number.POSITIVE_INFINITY)
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

/** Returns the part of an item's text that is scored. */
function textOf({ title, body }: Item): string {
  return `${title}\n${body.slice(0, readingLimits.bodyChars)}`
}
