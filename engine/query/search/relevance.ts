import type { Item } from '../../item.ts'
import type { Span } from '../../spans.ts'

/**
 * Returns how much of an item is about the words found in it: each different word counts, most in the title of a post,
 * less the later it occurs in a text. The title above a comment counts like the start of its text.
 */
export function relevanceOf(item: Item, found: readonly Span[]): number {
  const best = new Map<string, number>()
  for (const { field, start, end } of found) {
    if (field !== 'title' && field !== 'body') continue
    const word = item[field].slice(start, end).toLowerCase()
    const worth = field === 'body' ? 1 / (1 + start / halfWorthChars) : item.kind === 'post' ? titleWorth : 1
    best.set(word, Math.max(best.get(word) ?? 0, worth))
  }
  return [...best.values()].reduce((sum, worth) => sum + worth, 0)
}

const titleWorth = 3
/** Where in a text a word counts half. */
const halfWorthChars = 500
