import { cueNumber } from './cues.ts'
import { readingLimits as limits } from './weights.ts'

/** Parallel lists of cues and their positions. */
export interface CueList {
  cues: ArrayLike<number>
  cueStarts: ArrayLike<number>
  cueEnds: ArrayLike<number>
}

/** One sentence's findings for a product, collected word by word and then cleared. */
export class Sentence {
  fit = 0
  /** The number of the product's own words, and the number of words and names. */
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

  /** Adds a competitor's name. */
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

  /** Returns how close the product's words are to a request, among the cues from `from` to `to`. */
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
