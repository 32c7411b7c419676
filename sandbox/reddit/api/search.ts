import type { Post } from '../state/things.ts'

/** A term of a search query. Supports words (all required), "phrases", OR, NOT or - before a word, and field:value. */
interface Term {
  field: string | null
  words: string[]
  isNot: boolean
}

const fields = ['subreddit', 'author', 'title', 'selftext', 'self', 'flair', 'url', 'site']

/** Returns a test of whether a post matches all terms of at least one alternative. */
export function searchFor(query: string): (post: Post) => boolean {
  const alternatives = alternativesOf(query)
  return (post) => alternatives.some((terms) => terms.every((term) => isIn(post, term) !== term.isNot))
}

/** Returns a function that scores how well a post fits. Words in the title count more. */
export function relevanceOf(query: string): (post: Post) => number {
  const words = alternativesOf(query)
    .flat()
    .filter(({ isNot, field }) => !isNot && field === null)
    .flatMap((term) => term.words)
  return ({ title, body }) => words.reduce((sum, word) => sum + count(title, word) * 3 + count(body, word), 0)
}

function alternativesOf(query: string): Term[][] {
  const parts = query.slice(0, 512).match(/-?(?:\w+:)?(?:"[^"]*"|[^\s()"]+)/g) ?? []
  const alternatives: Term[][] = [[]]
  let isNot = false
  for (const part of parts) {
    if (part === 'OR') alternatives.push([])
    else if (part === 'NOT') isNot = true
    else if (part !== 'AND') {
      const term = termOf(part, isNot)
      if (term) alternatives.at(-1)!.push(term)
      isNot = false
    }
  }
  // An empty query finds nothing.
  return alternatives.filter((terms) => terms.length > 0)
}

function termOf(part: string, isNegated: boolean): Term | null {
  const isNot = isNegated || part.startsWith('-')
  const [, name = null, text = ''] = /^-?(?:(\w+):)?(.*)$/.exec(part) ?? []
  const field = name !== null && fields.includes(name.toLowerCase()) ? name.toLowerCase() : null
  const words = wordsOf(field === null && name !== null ? `${name} ${text}` : text)
  return words.length === 0 ? null : { field, words, isNot }
}

function isIn(post: Post, { field, words }: Term): boolean {
  const text = words.join(' ')
  switch (field) {
    case 'subreddit':
      return wordsOf(post.subreddit).join(' ') === text
    case 'author':
      return wordsOf(post.author).join(' ') === text
    case 'self':
      return (post.url === null) === ['yes', 'true', '1'].includes(text)
    case 'flair':
      return has(post.flair ?? '', words)
    case 'url':
    case 'site':
      return has(post.url ?? '', words)
    case 'title':
      return has(post.title, words)
    case 'selftext':
      return has(post.body, words)
    default:
      return has(post.title, words) || has(post.body, words)
  }
}

/** Returns whether the text contains the words in sequence. */
function has(text: string, words: readonly string[]): boolean {
  const [first] = words
  if (first === undefined || !text.toLowerCase().includes(first)) return false
  const textWords = wordsOf(text)
  return textWords.some((_, at) => words.every((word, next) => textWords[at + next] === word))
}

function count(text: string, word: string): number {
  return text.toLowerCase().includes(word) ? wordsOf(text).filter((each) => each === word).length : 0
}

/** Returns the lower-case words, with singular and plural the same. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.map((word) => word.replace(/(?<=\p{L}{3})(?<!s)s$/u, ''))
}
