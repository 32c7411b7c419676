/** What is to be forgotten of one post. */
export interface Forgotten {
  title: string
  body: string
  author: string | null
}

/** What stands in place of somebody's words. */
export const forgottenWords = '[deleted on Reddit]'
const forgottenName = '[deleted]'

/** So many words in a row that a post has too are a quote of it; fewer are anybody's words. */
const quoteWords = 4
/** Where the title has fewer, all of it, unless it is a single word. */
const titleWordsLeast = 2

/**
 * Somebody's own text without what it quotes of posts that are to be forgotten, and without their authors' names. What is
 * a quote is told by its words alone: case, punctuation and line ends make no difference.
 */
export function withoutQuotes(text: string, posts: readonly Forgotten[]): string {
  const words = wordsIn(text)
  const quoted = new Uint8Array(words.length)
  for (const { title, body } of posts) {
    const titleWords = wordsIn(title)
    const short = titleWords.length >= titleWordsLeast && titleWords.length < quoteWords
    for (const source of [titleWords, wordsIn(body)]) markRuns(words, quoted, runsOf(source, quoteWords), quoteWords)
    if (short) markRuns(words, quoted, runsOf(titleWords, titleWords.length), titleWords.length)
  }
  return withoutNames(withoutMarked(text, words, quoted), posts)
}

/** A feed's title once its text is to go (DESIGN 4): its words, each once, without those that everybody uses. */
export function titleWordsOf(title: string): string {
  const words = wordsIn(title).map(({ folded }) => folded)
  return [...new Set(words)].filter((word) => word.length > 1 && !common.has(word)).join(' ')
}

/**
 * The shortest address of a post on Reddit: without its title, which stands in the address, and without the name of who
 * wrote it, where it stands on their own page.
 */
export function barePermalink(permalink: string, outsideId: string): string {
  const [, community, thread, comment] =
    /^\/r\/([^/]+)\/comments\/([^/?#]+)\/?(?:[^/]*\/([^/?#]+))?/.exec(permalink) ?? []
  if (community === undefined || thread === undefined || isProfile(community)) return `/comments/${outsideId}/`
  return comment === undefined
    ? `/r/${community}/comments/${thread}/`
    : `/r/${community}/comments/${thread}/_/${comment}/`
}

/** The community of a post without its author: people's own pages are named after them. */
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

function runsOf(words: readonly Word[], length: number): Set<string> {
  const runs = new Set<string>()
  for (let at = 0; at + length <= words.length; at++) runs.add(runAt(words, at, length))
  return runs
}

function runAt(words: readonly Word[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map(({ folded }) => folded)
    .join(' ')
}

function markRuns(words: readonly Word[], marks: Uint8Array, runs: ReadonlySet<string>, length: number): void {
  if (runs.size === 0) return
  for (let at = 0; at + length <= words.length; at++) {
    if (runs.has(runAt(words, at, length))) marks.fill(1, at, at + length)
  }
}

function withoutMarked(text: string, words: readonly Word[], marks: Uint8Array): string {
  let kept = ''
  let from = 0
  for (let at = 0; at < words.length; at++) {
    if (marks[at] === 0) continue
    const first = at
    while (marks[at + 1] === 1) at++
    kept += text.slice(from, words[first]!.start) + forgottenWords
    from = words[at]!.end
  }
  return kept + text.slice(from)
}

function withoutNames(text: string, posts: readonly Forgotten[]): string {
  const names = [...new Set(posts.flatMap(({ author }) => author ?? []))]
  return names.reduce((left, name) => {
    const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    return left.replace(new RegExp(`(?:\\/?\\bu\\/)?(?<![\\w-])${escaped}(?![\\w-])`, 'gi'), forgottenName)
  }, text)
}

const common = new Set(
  `a about after all also an and any are as at be been but by can could did do does for from get had has have how i if in
  into is it its just like me more my need no not of on one or our out should so some than that the their them then there
  they this to too up us was we were what when where which who why will with would you your`.split(/\s+/),
)
