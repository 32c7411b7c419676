/** No run of this many words repeats within a window. */
const runLength = 12

const slots = 1 << 19
/** The factor of the word that drops out of a run. */
const leaving = power(31, runLength)

/** Reused between texts to avoid allocations. */
const words = new Int32Array(1 << 14)
const noRuns = new Int32Array(0)

/** Returns a hash of each run of twelve words. Words are letters and digits, case-insensitive. */
export function runsOf(text: string): Int32Array {
  let count = 0
  let word = 0
  for (let at = 0; at <= text.length && count < words.length; at++) {
    let code = at < text.length ? text.charCodeAt(at) : 32
    if (code >= 65 && code <= 90) code += 32
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 192 && code < 0x2000)) {
      word = Math.imul(word ^ (code + 0x9e37), 0x01000193)
    } else if (word !== 0) {
      words[count++] = word
      word = 0
    }
  }
  return count < runLength ? noRuns : runsOver(count)
}

function runsOver(count: number): Int32Array {
  const runs = new Int32Array(count - runLength + 1)
  let run = 0
  for (let at = 0; at < count; at++) {
    run = (Math.imul(run, 31) + words[at]!) | 0
    if (at >= runLength) run = (run - Math.imul(words[at - runLength]!, leaving)) | 0
    if (at >= runLength - 1) runs[at - runLength + 1] = run === 0 ? 1 : run
  }
  return runs
}

/** A hash table of the runs used so far, much faster than a Set. */
export class SaidRuns {
  readonly #table = new Int32Array(slots)

  /** Adds the runs and returns true. Adds none and returns false if any was already used. */
  add(runs: Int32Array): boolean {
    if (runs.some((run) => this.#table[this.#slotOf(run)] !== 0)) return false
    this.remember(runs)
    return true
  }

  remember(runs: Int32Array): void {
    for (const run of runs) this.#table[this.#slotOf(run)] = run
  }

  /** Returns the slot of a run, or the free slot for it. */
  #slotOf(run: number): number {
    let slot = Math.imul(run, 0x9e3779b1) >>> 13
    while (this.#table[slot] !== 0 && this.#table[slot] !== run) slot = (slot + 1) & (slots - 1)
    return slot
  }
}

function power(base: number, times: number): number {
  let result = 1
  for (let time = 0; time < times; time++) result = Math.imul(result, base)
  return result
}
