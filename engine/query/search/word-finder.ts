import type { Item } from '../../item.ts'
import { type Query, type TextField, textFields, type Wording } from '../query.ts'
import { type FieldSpan, Phrases, Reading } from '../reading.ts'

/** Returns a function that finds the words of a query in an item, excluded ones not. In the order of the text. */
export function wordFinder(query: Query): (item: Item) => FieldSpan[] {
  const asked = askedWords(query)
  const whole = asked.flatMap(({ words }) => (words.prefix ? [] : [words.text]))
  const phrases = new Phrases(whole, (wording) => [wording])
  return (item) => {
    const reading = new Reading(item, phrases, undefined)
    return asked.flatMap(({ words, field }) => reading.spansOf(words, field)).sort(byPosition)
  }
}

/** Words to find in one field, or in title and body if it is null. */
interface Asked {
  words: Wording
  field: TextField | null
}

function askedWords(query: Query): Asked[] {
  switch (query.kind) {
    case 'all':
    case 'any':
      return query.of.flatMap(askedWords)
    case 'term':
      return [{ words: query, field: query.field }]
    case 'near':
      return [...query.left, ...query.right].map((words) => ({ words, field: query.field }))
    default:
      return []
  }
}

function byPosition(a: FieldSpan, b: FieldSpan): number {
  return textFields.indexOf(a.field) - textFields.indexOf(b.field) || a.start - b.start
}
