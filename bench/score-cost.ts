import { scoreItem } from '@earshot/engine/score'
import { wordsOf } from '@earshot/engine/text'
import { readingLimits } from '@earshot/engine/weights'
import type { Ranking } from './left-out.ts'

const runs = 7
/** From here on a candidate is a lead (contract Label). */
const leastLabel = 2

/** Microseconds a candidate and kilobyte of its text. */
export interface ScoreCost {
  /** What is worked out once an item, for the gate and for all products: its words, vectors, kinds, sentences, language. */
  reading: number
  /** Judging an item that has been read for one product; leads, which alone are shown, are explained. */
  scoring: number
  /** Both: one product's candidates, each item read anew. */
  sum: number
  /** Cutting the same texts into words, so that machines and busy hours can be compared. */
  words: number
}

/**
 * What scoring costs. Every candidate of every product is scored, one after the other, which reads its item anew, and
 * then once more, which finds it read. Of each candidate the least of some runs counts, since other programs only ever
 * add to it.
 */
export function scoreCost(rankings: readonly Ranking[], now: number): ScoreCost {
  const candidates = rankings.flatMap(({ compiled, items, hits }) =>
    items.map(({ item }) => ({ compiled, item, hits: hits.get(item.id)! })),
  )
  const kilobytes = candidates.reduce((sum, { item }) => sum + textLength(item) / 1000, 0)
  const [anew, again, words] = [
    new Leasts(candidates.length),
    new Leasts(candidates.length),
    new Leasts(candidates.length),
  ]
  for (let run = 0; run < runs; run++) {
    for (const [place, { compiled, item, hits }] of candidates.entries()) {
      const score = () => {
        const scored = scoreItem(compiled, item, hits, now)
        return scored.label >= leastLabel ? scored.components : null
      }
      anew.time(place, score)
      again.time(place, score)
    }
    for (const [place, { item }] of candidates.entries()) {
      const text = `${item.title}\n${item.body.slice(0, readingLimits.bodyChars)}`
      words.time(place, () => wordsOf(text))
    }
  }
  const [sum, scoring] = [anew.sum() / kilobytes, again.sum() / kilobytes]
  return { reading: sum - scoring, scoring, sum, words: words.sum() / kilobytes }
}

/** For each of some works the least time that it has taken, in microseconds. */
class Leasts {
  private readonly times: Float64Array

  constructor(works: number) {
    this.times = new Float64Array(works).fill(Number.POSITIVE_INFINITY)
  }

  time(place: number, work: () => unknown): void {
    const before = performance.now()
    work()
    this.times[place] = Math.min(this.times[place]!, (performance.now() - before) * 1000)
  }

  sum(): number {
    return this.times.reduce((sum, time) => sum + time, 0)
  }
}

function textLength({ title, body }: { title: string; body: string }): number {
  return title.length + Math.min(body.length, readingLimits.bodyChars)
}
