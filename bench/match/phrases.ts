import { pseudoRandom } from '#engine/pseudo-random.ts'
import { wordsOf } from '#engine/text/text.ts'

const consonants = 'bcdfghjklmnprstvwxz'
const vowels = 'aeiou'
/** The minimum length of one word in a phrase taken from the posts, since no one searches for `in the`. */
const distinctiveLength = 7

/**
 * Returns different phrases of one to five words. A fifth are invented names, three tenths combine a word of the texts
 * with another or a name, a fifth are phrases of the texts, a fifth begin with an earlier phrase, and a tenth are part
 * of one.
 */
export function generatePhrases(count: number, texts: readonly string[], seed = 4): string[] {
  const random = pseudoRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const text = () => wordsOf(texts[below(texts.length)]!)
  const phrases: string[] = []
  const known = new Set<string>()
  const earlier = () => phrases[below(phrases.length)] ?? 'best'
  const make = (): string => {
    const kind = random()
    if (kind < 0.2) return name()
    if (kind < 0.5) return `${word()} ${random() < 0.5 ? name() : word()}`
    if (kind < 0.7) return excerpt(text(), 2 + below(3))
    if (kind < 0.9) return `${earlier()} ${word()}`
    return part(earlier().split(' '))
  }
  const name = () =>
    Array.from({ length: 2 + below(3) }, () => consonants[below(19)]! + vowels[below(5)]!).join('') +
    (random() < 0.3 ? consonants[below(19)] : '')
  const word = () => {
    const words = text()
    return words[below(words.length)] ?? 'crm'
  }
  const excerpt = (words: readonly string[], length: number) => {
    const from = below(Math.max(1, words.length - length))
    const chosen = words.slice(from, from + length)
    return chosen.some((each) => each.length >= distinctiveLength) ? chosen.join(' ') : ''
  }
  const part = (words: readonly string[]) => {
    const from = below(words.length - 1)
    return words.length < 3 ? '' : words.slice(from, from + 2 + below(2)).join(' ')
  }
  while (phrases.length < count) {
    const phrase = make()
    if (phrase === '' || phrase.split(' ').length > 5 || known.has(phrase)) continue
    known.add(phrase)
    phrases.push(phrase)
  }
  return phrases
}
