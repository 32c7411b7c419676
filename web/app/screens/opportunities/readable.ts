/** Characters of a text that are shown; Reddit allows no more (faults 53). */
export const textMax = 40_000

/** How wild Markdown may be before it is shown as the plain text it is written in. */
const bounds = { quotes: 12, indent: 80, delimiters: 1_000, cells: 2_000 }

export interface Readable {
  text: string
  /** False where the text nests or repeats marks so much that parsing it would stall the page. */
  markdown: boolean
  /** Where a character of `text` stands in the original. */
  origin: (offset: number) => number
}

/**
 * A text of a stranger made safe to parse: cut to length, without the signs of spoilers and invisible blanks, and
 * judged by the work that parsing it would be. Depends on the text alone, never on a clock.
 */
export function readable(source: string): Readable {
  const cut = wellCut(source)
  const kept: number[] = []
  let text = ''
  let from = 0
  for (const sign of cut.matchAll(/>!|!<|&#x200b;/gi)) {
    if (from < sign.index) {
      kept.push(text.length, from)
      text += cut.slice(from, sign.index)
    }
    from = sign.index + sign[0].length
  }
  kept.push(text.length, from)
  text += cut.slice(from)
  return { text, markdown: isTame(text), origin: (offset) => originOf(kept, offset) }
}

/** At most `textMax` characters, no character cut in half. */
function wellCut(source: string): string {
  if (source.length <= textMax) return source
  return source.slice(0, textMax).replace(/[\ud800-\udbff]$/, '')
}

/** `kept` holds pairs: where a kept stretch begins in the shown text, and where in the original. */
function originOf(kept: readonly number[], offset: number): number {
  let low = 0
  let high = kept.length / 2 - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (kept[middle * 2]! <= offset) low = middle
    else high = middle - 1
  }
  return kept[low * 2 + 1]! + offset - kept[low * 2]!
}

/** True where no block nests deeper and no paragraph has more marks than people write. */
function isTame(text: string): boolean {
  let delimiters = 0
  let cells = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') delimiters = 0
    const opening = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? ''
    if (opening.length > bounds.indent && /[>*+\-\d]/.test(opening) && !/^\s*([-*=_]\s*)+$/.test(line)) return false
    if (opening.split('>').length > bounds.quotes) return false
    delimiters += line.match(/[[\]*_`~<&!|\\]/g)?.length ?? 0
    cells += line.match(/\|/g)?.length ?? 0
    if (delimiters > bounds.delimiters || cells > bounds.cells) return false
  }
  return true
}
