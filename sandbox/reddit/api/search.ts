import type { Post } from '../state/things.ts'

/** A term of a search query: words or "a phrase", in one field or anywhere. */
interface Term {
  field: string | null
  words: string[]
}

/** A parsed query: terms joined by AND (the default) and OR, which binds less, and NOT or - before one. */
type Query = { kind: 'all' | 'any'; of: Query[] } | { kind: 'not'; of: Query } | { kind: 'term'; term: Term }

const fields = ['subreddit', 'author', 'title', 'selftext', 'self', 'flair', 'url', 'site']

/** Returns a test of whether a post matches a query. */
export function searchFor(query: string): (post: Post) => boolean {
  const parsed = parse(query)
  // An empty query finds nothing.
  return (post) => parsed !== null && isMatch(post, parsed)
}

function isMatch(post: Post, query: Query): boolean {
  switch (query.kind) {
    case 'all':
      return query.of.every((part) => isMatch(post, part))
    case 'any':
      return query.of.some((part) => isMatch(post, part))
    case 'not':
      return !isMatch(post, query.of)
    default:
      return isIn(post, query.term)
  }
}

/** Returns a function that scores how well a post fits. Words in the title count more. */
export function relevanceOf(query: string): (post: Post) => number {
  const parsed = parse(query)
  const words = parsed === null ? [] : wantedWords(parsed)
  return ({ title, body }) => words.reduce((sum, word) => sum + count(title, word) * 3 + count(body, word), 0)
}

/** Returns the words without a field that a query asks for. */
function wantedWords(query: Query): string[] {
  if (query.kind === 'not') return []
  if (query.kind === 'term') return query.term.field === null ? query.term.words : []
  return query.of.flatMap(wantedWords)
}

/** Returns null if the query has no term. Whatever can't be read is skipped, as Reddit does. */
function parse(query: string): Query | null {
  const parts = query.slice(0, 512).match(/-?(?:\w+:)?(?:"[^"]*"|[^\s()"]+)|-?\(|\)/g) ?? []
  let at = 0

  function anyOf(): Query | null {
    const alternatives: Query[] = []
    for (let isMore = true; isMore; isMore = parts[at] === 'OR') {
      if (parts[at] === 'OR') at++
      const part = allOf()
      if (part) alternatives.push(part)
    }
    return grouped('any', alternatives)
  }

  function allOf(): Query | null {
    const of: Query[] = []
    while (at < parts.length && parts[at] !== 'OR' && parts[at] !== ')') {
      const part = parts[at++]!
      if (part === 'AND') continue
      const isNot = part === 'NOT' || part.startsWith('-')
      const found = part === 'NOT' ? one(parts[at++]) : one(part)
      if (found) of.push(isNot ? { kind: 'not', of: found } : found)
    }
    return grouped('all', of)
  }

  function one(part: string | undefined): Query | null {
    if (part === undefined) return null
    if (!part.endsWith('(')) return termOf(part)
    const inner = anyOf()
    // The closing parenthesis may be missing.
    at++
    return inner
  }

  const alternatives: Query[] = []
  while (at < parts.length) {
    const part = anyOf()
    if (part) alternatives.push(part)
    // A closing parenthesis without an opening one.
    at++
  }
  return grouped('all', alternatives)
}

function grouped(kind: 'all' | 'any', of: Query[]): Query | null {
  return of.length > 1 ? { kind, of } : (of[0] ?? null)
}

function termOf(part: string): Query | null {
  const [, name = null, text = ''] = /^-?(?:(\w+):)?(.*)$/.exec(part) ?? []
  const field = name !== null && fields.includes(name.toLowerCase()) ? name.toLowerCase() : null
  const words = wordsOf(field === null && name !== null ? `${name} ${text}` : text)
  return words.length === 0 ? null : { kind: 'term', term: { field, words } }
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
