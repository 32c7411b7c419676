import type { CompetitorNames, KeywordLimits } from '../item.ts'
import { type CompiledQuery, compileQuery } from '../query/compile.ts'
import type { Query } from '../query/query.ts'
import { languageOf } from '../text/language.ts'
import { normalForm } from '../text/text.ts'

/** Returns a query equivalent to a keyword's limits, or null if it has none. */
export function limitsQuery(limits: KeywordLimits): CompiledQuery | null {
  const { subredditsIn, subredditsOut, language, minScore } = limits
  const parts: Query[] = []
  if (subredditsIn.length > 0) parts.push(anyOf(subredditsIn.map(inSubreddit)))
  if (subredditsOut.length > 0) parts.push({ kind: 'not', of: anyOf(subredditsOut.map(inSubreddit)) })
  if (language !== null) parts.push({ kind: 'name', field: 'lang', value: language })
  if (minScore !== null) parts.push({ kind: 'score', operator: '>=', value: minScore })
  const [first] = parts
  if (!first) return null
  return compileQuery(parts.length === 1 ? first : { kind: 'all', of: parts }, { languageOf })
}

/** Returns a query that rules out a competitor's excluded words, or null if it has none. */
export function exclusionQuery({ excludeWords }: Pick<CompetitorNames, 'excludeWords'>): CompiledQuery | null {
  const words = excludeWords.map(normalForm).filter((word) => word !== '')
  if (words.length === 0) return null
  const terms = words.map((text): Query => ({ kind: 'term', text, prefix: false, field: null }))
  return compileQuery({ kind: 'not', of: anyOf(terms) }, {})
}

/** Combines two queries. Null matches everything. */
export function andQueries(one: CompiledQuery | null, other: CompiledQuery | null): CompiledQuery | null {
  if (one === null || other === null) return one ?? other
  return {
    phrases: [...new Set([...one.phrases, ...other.phrases])],
    anchors: one.anchors,
    matches: (item, now, hits) => other.matches(item, now, hits) && one.matches(item, now, hits),
  }
}

/** Returns a single part unchanged, since an `any` query has two or more. */
function anyOf(parts: readonly Query[]): Query {
  return parts.length === 1 ? parts[0]! : { kind: 'any', of: parts }
}

function inSubreddit(name: string): Query {
  return { kind: 'name', field: 'subreddit', value: name.toLowerCase() }
}
