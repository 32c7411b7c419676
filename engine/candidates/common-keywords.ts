import type { KeywordLimits, Profile } from '../item.ts'
import { parseQuery } from '../query/parse.ts'
import type { Query } from '../query/query.ts'
import { stem } from '../text/stem.ts'
import { normalForm, wordsOf } from '../text/text.ts'
import { everydayShare, shareAt, wordNumber } from '../text/words.ts'
import { readKeyword } from './keywords.ts'

/** The share of posts with these words of one letter, which the table of words lacks. */
const oneLetterShares = new Map([
  ['a', 0.6],
  ['i', 0.6],
])

/** Only words: a sign such as in `A+` makes a name. */
const onlyWords = /^[\p{L}\p{N}\s-]+$/u

/**
 * Returns whether a keyword's words are in so many posts that they say nothing about a product (docs/decisions/0071).
 * A phrase or a combination is as common as its words would be by chance. Limits to communities narrow any keyword.
 */
export function isTooCommon(keyword: string, limits?: Pick<KeywordLimits, 'subredditsIn'>): boolean {
  if (limits && limits.subredditsIn.length > 0) return false
  // Spares parsing: a query is never more common than the most common of its words.
  if (!wordsOf(keyword).some((word) => shareOfWord(word) > everydayShare)) return false
  const parsed = parseQuery(keyword, 'keyword')
  return (parsed.state === 'faulty' ? shareOfPhrase(keyword) : shareOf(parsed.query)) > everydayShare
}

/** Returns the keywords of a project that are too common. */
export function commonKeywords({ keywords, keywordLimits }: Pick<Profile, 'keywords' | 'keywordLimits'>): string[] {
  const limits = new Map(keywordLimits?.map((each) => [each.keyword, each]))
  return keywords.filter((keyword) => isTooCommon(keyword, limits.get(keyword)))
}

/**
 * Returns the words and phrases that a project's keywords ask for. Excluded terms aren't the product's own, and common
 * keywords say nothing about it.
 */
export function wordingsOf(profile: Pick<Profile, 'keywords' | 'keywordLimits'>): string[] {
  const common = new Set(commonKeywords(profile))
  return profile.keywords.flatMap((keyword) => (common.has(keyword) ? [] : readKeyword(keyword).wordings))
}

/** Returns the share of posts that match by chance. Conditions other than words and communities count as always met. */
function shareOf(query: Query): number {
  switch (query.kind) {
    case 'all':
      return query.of.reduce((share, part) => share * shareOf(part), 1)
    case 'any':
      return Math.max(...query.of.map(shareOf))
    case 'term':
      return shareOfPhrase(query.text)
    case 'near':
      return [query.left, query.right].reduce(
        (share, side) => share * Math.max(...side.map(({ text }) => shareOfPhrase(text))),
        1,
      )
    case 'name':
      return query.field === 'subreddit' || query.field === 'author' ? 0 : 1
    default:
      return 1
  }
}

function shareOfPhrase(phrase: string): number {
  if (!onlyWords.test(normalForm(phrase))) return 0
  return wordsOf(phrase).reduce((share, word) => share * shareOfWord(word), 1)
}

function shareOfWord(word: string): number {
  return oneLetterShares.get(word) ?? shareAt(wordNumber(stem(word)))
}
