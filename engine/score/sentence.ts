import { cueNumber } from './cues.ts'
import { readingLimits as limits } from './weights.ts'

/** Where some cues stand, by their places in these lists. */
export interface CueList {
  cues: ArrayLike<number>
  cueStarts: ArrayLike<number>
  cueEnds: ArrayLike<number>
}

/** What one sentence of an item holds of a product, gathered word by word and then forgotten. */
export class Sentence {
  fit = 0
  /** How many of the product's own words it has, and how many with names. */
  words = 0
  count = 0
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private readonly worths: number[] = []

  clear(): void {
    this.fit = 0
    this.words = 0
    this.count = 0
  }

  /** A competitor's name. */
  addName(worth: number, start: number, end: number): void {
    const at = this.count++
    this.fit += worth
    this.starts[at] = start
    this.ends[at] = end
    this.worths[at] = worth
  }

  addWord(worth: number, start: number, end: number): void {
    this.addName(worth, start, end)
    this.words++
  }

  /**
   * The best of the product's words by how close it stands to a turn of phrase that asks, of those from one place of
   * the lists to another: what is asked for.
   */
  askNear({ cues, cueStarts, cueEnds }: CueList, from: number, to: number): number {
    const { starts, ends, worths, count } = this
    let best = 0
    for (let ask = from; ask < to; ask++) {
      if (cues[ask] !== cueNumber.ask && cues[ask] !== cueNumber.leave) continue
      const askStart = cueStarts[ask]!
      const askEnd = cueEnds[ask]!
      for (let word = 0; word < count; word++) {
        const gap = Math.max(0, starts[word]! - askEnd, askStart - ends[word]!)
        best = Math.max(best, worths[word]! * Math.max(0, 1 - gap / limits.nearChars))
      }
    }
    return best
  }
}
