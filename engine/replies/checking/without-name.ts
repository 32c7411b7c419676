import type { ProductNames } from './reply-reading.ts'

/** Verbs with which a product's name is followed in a fact, besides those that end in -s. */
const verbs = /^(?:is|has|does|can|will|lets|keeps|costs|also|works)\b/i
/** Facts about money or about the company are of no use without the name. */
const noAdvice = /[$€£₹]|\b(?:costs?|pric\w+|free|founded|we|our|us)\b/i

/**
 * Returns a sentence about a product as advice without its name: `Pipewell syncs with Gmail.` becomes `Look for something
 * that syncs with Gmail.` Returns null if the sentence isn't made that way. `isNext` continues such advice.
 */
export function withoutName(sentence: string, { name, aliases }: ProductNames, isNext = false): string | null {
  const rest = predicateOf(sentence, [name, ...aliases])
  if (rest === null || noAdvice.test(rest)) return null
  const others = [name, ...aliases].filter((each) => rest.toLowerCase().includes(each.toLowerCase()))
  if (others.length > 0) return null
  const kind = /^is (?=an? )/.exec(rest)
  if (kind) return `${isNext ? 'It could also be' : 'Look for'} ${rest.slice(kind[0].length)}`
  return `${isNext ? 'It should also be one' : 'Look for something'} that ${rest}`
}

/** Returns a sentence without the product's name at its start; null unless a verb follows the name. */
export function predicateOf(sentence: string, names: readonly string[]): string | null {
  const text = sentence.trim()
  for (const name of names) {
    if (name === '' || !text.toLowerCase().startsWith(`${name.toLowerCase()} `)) continue
    const rest = text.slice(name.length).trim()
    if (verbs.test(rest) || /^[a-z]{2,}s\b/.test(rest)) return rest
  }
  return null
}
