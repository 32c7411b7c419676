import { cueKinds, cueNumber } from './cues.ts'
import { readingLimits as limits } from './weights.ts'

/** What one sentence of an item holds, gathered word by word and then forgotten. */
export class Sentence {
  /** By cueNumber. */
  readonly cues = new Uint32Array(cueKinds.length)
  fit = 0
  /** How many of the product's own words it has. */
  words = 0
  /** Ends of the turns of phrase that ask, and starts; then of the product's words, with their worth. */
  private readonly asks: number[] = []
  private readonly own: number[] = []

  clear(): void {
    this.cues.fill(0)
    this.fit = 0
    this.words = 0
    this.asks.length = 0
    this.own.length = 0
  }

  addCue(cue: number, start: number, end: number): void {
    this.cues[cue]!++
    if (cue === cueNumber.ask || cue === cueNumber.leave) this.asks.push(start, end)
  }

  /** A competitor's name. */
  addName(worth: number, start: number, end: number): void {
    this.fit += worth
    this.own.push(start, end, worth)
  }

  addWord(worth: number, start: number, end: number): void {
    this.addName(worth, start, end)
    this.words++
  }

  /** The best of the product's words by how close it stands to a turn of phrase that asks: what is asked for. */
  askNear(): number {
    let best = 0
    for (let ask = 0; ask < this.asks.length; ask += 2) {
      for (let word = 0; word < this.own.length; word += 3) {
        const gap = Math.max(0, this.own[word]! - this.asks[ask + 1]!, this.asks[ask]! - this.own[word + 1]!)
        best = Math.max(best, this.own[word + 2]! * Math.max(0, 1 - gap / limits.nearChars))
      }
    }
    return best
  }
}
