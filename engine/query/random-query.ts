import { quoted } from './quoted.ts'

type Random = () => number

/** The parts of a random query: words of the texts to search, and names that occur in them. */
export interface Ingredients {
  words: readonly string[]
  subreddits: readonly string[]
  authors: readonly string[]
}

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)]!
}

/** Returns a random valid search in any form that the language has. Most searches find something, few find much. */
export function randomQuery(random: Random, from: Ingredients, depth = 2): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => part(random, from, depth))
  const terms = [leaf(random, from), ...parts]
  const separator = random() < 0.5 ? ' OR ' : pick(random, [' ', ' AND '])
  if (separator === ' OR ') return terms.map((each) => each.replace(/^(?:-|NOT )/, '')).join(separator)
  return terms.join(separator)
}

function part(random: Random, from: Ingredients, depth: number): string {
  const negation = random() < 0.25 ? pick(random, ['-', 'NOT ']) : ''
  if (depth > 0 && random() < 0.35) return `${negation}(${randomQuery(random, from, depth - 1)})`
  return negation + leaf(random, from)
}

function leaf(random: Random, from: Ingredients): string {
  const kind = random()
  if (kind < 0.5) return term(random, from)
  if (kind < 0.6) return `${pick(random, ['title', 'body'])}:${term(random, from)}`
  if (kind < 0.65) return `${pick(random, ['title', 'body'])}:(${term(random, from)} OR ${term(random, from)})`
  if (kind < 0.75) return `(${side(random, from)} NEAR/${Math.floor(random() * 12)} ${side(random, from)})`
  return filter(random, from)
}

function side(random: Random, from: Ingredients): string {
  return random() < 0.3 ? `(${term(random, from)} OR ${term(random, from)})` : term(random, from)
}

function term(random: Random, { words }: Ingredients): string {
  const at = Math.floor(random() * words.length)
  const word = words[at]!
  if (random() < 0.15) return quoted(words.slice(at, at + 2 + Math.floor(random() * 2)).join(' '))
  const stem = /^[a-z]{3,5}/i.exec(word)?.[0]
  if (stem !== undefined && random() < 0.2) return `${stem.toLowerCase()}*`
  return quoted(random() < 0.2 ? word.toUpperCase() : word)
}

function filter(random: Random, { subreddits, authors }: Ingredients): string {
  const day = () => String(1 + Math.floor(random() * 28)).padStart(2, '0')
  const date = () => `20${10 + Math.floor(random() * 17)}-0${1 + Math.floor(random() * 9)}-${day()}`
  switch (Math.floor(random() * 7)) {
    case 0:
      return `subreddit:${pick(random, subreddits)}`
    case 1:
      return `subreddit:(${pick(random, subreddits)} OR r/${pick(random, subreddits).toUpperCase()})`
    case 2:
      return `author:${pick(random, authors)}`
    case 3:
      return `type:${pick(random, ['post', 'comment'])}`
    case 4:
      return `after:${random() < 0.5 ? date() : `${1 + Math.floor(random() * 900)}${pick(random, ['h', 'd', 'w'])}`}`
    case 5:
      return `before:${date()}`
    default:
      return `score${pick(random, ['>', '>=', '<', '<=', ':', '='])}${Math.floor(random() * 40) - 3}`
  }
}
