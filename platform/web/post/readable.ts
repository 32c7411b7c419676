/** The maximum number of characters shown; Reddit allows no more (faults 53). */
export const textMax = 40_000

/** How complex Markdown may be before it is shown as plain text. */
const bounds = { lines: 2_000, depth: 12, indent: 80, blocks: 2_500, signsInParagraph: 600, signs: 4_000 }

export interface Readable {
  text: string
  /** False if the text has so much nesting or markup that parsing it would stall the page. */
  markdown: boolean
  /** Maps an offset in `text` to the original. */
  origin: (offset: number) => number
}

/**
 * Makes untrusted text safe to parse: cuts it to length, removes spoiler marks and invisible blanks, and estimates the
 * work of parsing it. Depends only on the text, never on a clock.
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

/** Cuts a text to at most `textMax` characters, without splitting one. */
function wellCut(source: string): string {
  if (source.length <= textMax) return source
  return source.slice(0, textMax).replace(/[\ud800-\udbff]$/, '')
}

/** Maps an offset; `kept` contains pairs: the start of a kept part in the shown text, and in the original. */
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

/** Characters that can be markup. */
const sign = /[[\]*_`~<&!|\\:@]/g

/** Returns whether the nesting and the amount of markup are within what people write. */
function isTame(text: string): boolean {
  const lines = text.split('\n')
  if (lines.length > bounds.lines) return false
  let blocks = 0
  let all = 0
  let inParagraph = 0
  for (const line of lines) {
    if (line.trim() === '') inParagraph = 0
    const signs = line.match(sign)?.length ?? 0
    const depth = depthOf(line)
    all += signs
    inParagraph += signs
    blocks += depth
    if (all > bounds.signs || inParagraph > bounds.signsInParagraph) return false
    if (depth > bounds.depth || blocks > bounds.blocks) return false
  }
  return true
}

/** Returns how many quotes and lists a line may open, including by its indentation. */
function depthOf(line: string): number {
  const opening = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? ''
  const openers = opening.match(/[>*+-]|\d[.)]/g)?.length ?? 0
  const isRule = /^\s*([-*=_]\s*)+$/.test(line)
  if (openers === 0 || isRule) return 0
  return opening.length > bounds.indent ? Number.POSITIVE_INFINITY : openers
}
