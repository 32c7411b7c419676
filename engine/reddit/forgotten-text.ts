import { hashOf, mixHash } from '../duplicates/duplicates.ts'
import { bareAuthor } from '../places/places.ts'
import { bareUrl } from '../places/post-url.ts'

/** The parts of a post to forget. */
export interface Forgotten {
  title: string
  body: string
  author: string | null
}

/**
 * Hashes of the word sequences of posts and of their authors' names: 64-bit integers in decimal digits. They reveal
 * nothing but equality, so they may be kept when the text may not.
 */
export interface Marks {
  quotes: readonly string[]
  names: readonly string[]
}

/** Replaces quoted words. */
const forgottenWords = '[deleted on Reddit]'
const forgottenName = '[deleted]'

/** The number of consecutive words that make a quote; shorter runs are common to many texts. */
const quoteWords = 4
/** A shorter title is a quote as a whole, unless it is a single word. */
const titleWordsLeast = 2

export function marksOf(posts: readonly Forgotten[]): Marks {
  const quotes = new Set<string>()
  for (const { title, body } of posts) {
    const titleWords = wordsIn(title)
    for (const source of [titleWords, wordsIn(body)]) addRuns(quotes, source, quoteWords)
    if (titleWords.length >= titleWordsLeast && titleWords.length < quoteWords) {
      addRuns(quotes, titleWords, titleWords.length)
    }
  }
  return { quotes: [...quotes], names: [...new Set(posts.flatMap(({ author }) => (author ? nameMark(author) : [])))] }
}

/** Returns the mark of a Reddit user name. */
export function nameMark(name: string): string {
  return markOf(`u/${name.toLowerCase()}`)
}

/** Returns those marks of quotes that these texts contain. */
export function quotedIn(texts: readonly string[], { quotes }: Pick<Marks, 'quotes'>): string[] {
  const known = new Set(quotes)
  const found = new Set<string>()
  for (const text of texts) {
    eachRun(wordsIn(text), (mark) => {
      if (known.has(mark)) found.add(mark)
    })
  }
  return [...found]
}

/**
 * Removes quotes of forgotten posts and the names of their authors from a text. A quote is recognized by its words
 * alone: case, punctuation and line ends make no difference.
 */
export function withoutQuotes(text: string, posts: readonly Forgotten[], marks: Marks = marksOf(posts)): string {
  const words = wordsIn(text)
  const quoted = new Uint8Array(words.length)
  const quotes = new Set(marks.quotes)
  eachRun(words, (mark, at, length) => {
    if (quotes.has(mark)) quoted.fill(1, at, at + length)
  })
  return withoutMarkedNames(withoutNames(withoutMarked(text, words, quoted), posts), new Set(marks.names))
}

/** Reduces the title of a post from RSS, when its text expires (DESIGN 4), to its distinctive words, each once. */
export function titleWordsOf(title: string): string {
  const words = wordsIn(title).map(({ folded }) => folded)
  return [...new Set(words)].filter((word) => word.length > 1 && !common.has(word)).join(' ')
}

/** Returns the shortest address of a post on Reddit, without its title or, on a user's own page, the user's name. */
export function barePermalink(permalink: string, outsideId: string): string {
  const elsewhere = bareUrl(permalink)
  if (elsewhere !== null) return elsewhere
  const [, community, thread, comment] =
    /^\/r\/([^/]+)\/comments\/([^/?#]+)\/?(?:[^/]*\/([^/?#]+))?/.exec(permalink) ?? []
  if (community === undefined || thread === undefined || isProfile(community)) return `/comments/${outsideId}/`
  return comment === undefined
    ? `/r/${community}/comments/${thread}/`
    : `/r/${community}/comments/${thread}/_/${comment}/`
}

/** Returns the community of a post without its author: user profiles are named after their owner. */
export function bareCommunity(community: string): string {
  return isProfile(community) ? `u_${forgottenName}` : community
}

function isProfile(community: string): boolean {
  return /^u_/i.test(community)
}

interface Word {
  folded: string
  start: number
  end: number
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    folded: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function addRuns(into: Set<string>, words: readonly Word[], length: number): void {
  for (let at = 0; at + length <= words.length; at++) into.add(runMark(words, at, length))
}

/** Calls for each run of words that could be a quote, with its start and length in words. */
function eachRun(words: readonly Word[], call: (mark: string, at: number, length: number) => void): void {
  for (let length = titleWordsLeast; length <= quoteWords; length++) {
    for (let at = 0; at + length <= words.length; at++) call(runMark(words, at, length), at, length)
  }
}

function runMark(words: readonly Word[], at: number, length: number): string {
  return markOf(
    words
      .slice(at, at + length)
      .map(({ folded }) => folded)
      .join(' '),
  )
}

/** Hashes a text to a signed 64-bit integer in decimal digits. */
function markOf(text: string): string {
  return (
    (BigInt(mixHash(hashOf(text), 0x85ebca6b)) << 32n) |
    BigInt(mixHash(hashOf(`~${text}`), 0xc2b2ae35) >>> 0)
  ).toString()
}

function withoutMarked(text: string, words: readonly Word[], marks: Uint8Array): string {
  let result = ''
  let from = 0
  for (let at = 0; at < words.length; at++) {
    if (marks[at] === 0) continue
    const first = at
    while (marks[at + 1] === 1) at++
    result += text.slice(from, words[first]!.start) + forgottenWords
    from = words[at]!.end
  }
  return result + text.slice(from)
}

function withoutNames(text: string, posts: readonly Forgotten[]): string {
  const names = [...new Set(posts.flatMap(({ author }) => (author ? bareAuthor(author) : [])))]
  return names.reduce((left, name) => {
    const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    return left.replace(new RegExp(`(?:\\/?\\bu\\/)?(?<![\\w-])${escaped}(?![\\w-])`, 'gi'), forgottenName)
  }, text)
}

/** Removes names that are known only by their marks, in Reddit's spelling. */
function withoutMarkedNames(text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text
  return text.replace(/(?:\/?\bu\/)?(?<![\w-])([\w-]+)(?![\w-])/gi, (found, name: string) =>
    names.has(nameMark(name)) ? forgottenName : found,
  )
}

const common = new Set(
  `a about after all also an and any are as at be been but by can could did do does for from get had has have how i if in
  into is it its just like me more my need no not of on one or our out should so some than that the their them then there
  they this to too up us was we were what when where which who why will with would you your`.split(/\s+/),
)
