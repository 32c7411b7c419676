import { canonicalForm } from './canonical.ts'
import { parseQuery } from './parse.ts'
import type { Query } from './query.ts'
import { quoted } from './quoted.ts'

/** Returns whether a query is just one word or phrase. */
export function isPhrase(query: Query): boolean {
  return query.kind === 'term' && query.field === null && !query.prefix
}

/** Returns a keyword that also excludes this word or phrase, or null if the result isn't a valid keyword. */
export function leavingOut(keyword: string, text: string): string | null {
  const parsed = parseQuery(keyword, 'keyword')
  if (parsed.state === 'faulty') return null
  const { query } = parsed
  const before = isPhrase(query) ? keyword : query.kind === 'any' ? `(${canonicalForm(query)})` : canonicalForm(query)
  const without = `${before} -${quoted(text, false)}`
  return parseQuery(without, 'keyword').state === 'read' ? without : null
}
