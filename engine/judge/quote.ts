import type { Item } from '../item.ts'
import type { Span } from '../spans.ts'

/** Characters that models drop or change when they quote: Markdown, and typographic quotation marks and dashes. */
const replaced: Readonly<Record<string, string>> = {
  '*': '',
  _: '',
  '~': '',
  '`': '',
  '\\': '',
  '>': '',
  '\u200b': '',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}

/**
 * Returns where a post contains a quote, or null. Case, white space, Markdown, and the shape of quotation marks and
 * dashes don't matter. A comment doesn't contain the title of its thread.
 */
export function spanOfQuote(item: Pick<Item, 'kind' | 'title' | 'body'>, quote: string): Span | null {
  const wanted = simplified(quote).text.trim()
  if (wanted === '') return null
  for (const field of item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const)) {
    const { text, positions } = simplified(item[field])
    const at = text.indexOf(wanted)
    if (at >= 0) return { field, start: positions[at]!, end: positions[at + wanted.length - 1]! + 1 }
  }
  return null
}

/** Returns a text to compare by, with the position of each of its UTF-16 units in the original. */
function simplified(original: string): { text: string; positions: number[] } {
  let text = ''
  const positions: number[] = []
  for (let at = 0; at < original.length; at++) {
    const unit = original[at]!
    const lower = unit.toLowerCase()
    const next = /\s/.test(unit) ? ' ' : (replaced[unit] ?? (lower.length === 1 ? lower : unit))
    if (next === '' || (next === ' ' && text.endsWith(' '))) continue
    text += next
    positions.push(at)
  }
  return { text, positions }
}
