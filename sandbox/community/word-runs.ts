/** As many words in a row are never said twice within a window. */
const runLength = 12

const slots = 1 << 19
/** For the word that leaves a run. */
const leaving = power(31, runLength)

/** What runs are made from, kept from text to text. */
const words = new Int32Array(1 << 14)
const noRuns = new Int32Array(0)

/** The runs of twelve words of a text, a number each; words are letters and digits, whatever their case. */
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

/** The runs that were said: a table of numbers, which is far quicker than a Set. */
export class SaidRuns {
  readonly #table = new Int32Array(slots)

  /** Remembers them, unless one of them was said before: then none, and false. */
  add(runs: Int32Array): boolean {
    if (runs.some((run) => this.#table[this.#slotOf(run)] !== 0)) return false
    this.remember(runs)
    return true
  }

  remember(runs: Int32Array): void {
    for (const run of runs) this.#table[this.#slotOf(run)] = run
  }

  /** Where it stands, or would. */
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
