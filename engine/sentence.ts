import { cueKinds, cueNumber } from './cues.ts'
import { readingLimits as limits } from './weights.ts'

/** What one sentence of an item holds, gathered word by word and then forgotten. */
export class Sentence {
  /** By cueNumber. */
  readonly cues = new Uint32Array(cueKinds.length)
  fit = 0
  /** How many of the product's own words it has. */
  words = 0
  /** The kinds of cues that it has, each once. */
  readonly kinds: number[] = []
  kindCount = 0
  /** Ends of the turns of phrase that ask, and starts; then of the product's words, with their worth. Both are reused. */
  private readonly asks: number[] = []
  private askCount = 0
  private readonly own: number[] = []
  private ownCount = 0

  clear(): void {
    for (let at = 0; at < this.kindCount; at++) this.cues[this.kinds[at]!] = 0
    this.kindCount = 0
    this.fit = 0
    this.words = 0
    this.askCount = 0
    this.ownCount = 0
  }

  addCue(cue: number, start: number, end: number): void {
    if (this.cues[cue]!++ === 0) this.kinds[this.kindCount++] = cue
    if (cue !== cueNumber.ask && cue !== cueNumber.leave) return
    this.asks[this.askCount] = start
    this.asks[this.askCount + 1] = end
    this.askCount += 2
  }

  /** A competitor's name. */
  addName(worth: number, start: number, end: number): void {
    this.fit += worth
    this.own[this.ownCount] = start
    this.own[this.ownCount + 1] = end
    this.own[this.ownCount + 2] = worth
    this.ownCount += 3
  }

  addWord(worth: number, start: number, end: number): void {
    this.addName(worth, start, end)
    this.words++
  }

  /** The best of the product's words by how close it stands to a turn of phrase that asks: what is asked for. */
  askNear(): number {
    const { asks, own } = this
    let best = 0
    for (let ask = 0; ask < this.askCount; ask += 2) {
      for (let word = 0; word < this.ownCount; word += 3) {
        const gap = Math.max(0, own[word]! - asks[ask + 1]!, asks[ask]! - own[word + 1]!)
        best = Math.max(best, own[word + 2]! * Math.max(0, 1 - gap / limits.nearChars))
      }
    }
    return best
  }
}
