import { canonicalForm } from './canonical.ts'
import { parseQuery } from './parse.ts'
import type { Query } from './query.ts'
import { quoted } from './quoted.ts'

/** Whether a query is one word or phrase and nothing else. */
export function isPhrase(query: Query): boolean {
  return query.kind === 'term' && query.field === null && !query.prefix
}

/** A keyword that leaves out what holds this word or phrase besides; null where it would be no keyword any more. */
export function leavingOut(keyword: string, text: string): string | null {
  const parsed = parseQuery(keyword, 'keyword')
  if (parsed.state === 'faulty') return null
  const { query } = parsed
  const before = isPhrase(query) ? keyword : query.kind === 'any' ? `(${canonicalForm(query)})` : canonicalForm(query)
  const without = `${before} -${quoted(text, false)}`
  return parseQuery(without, 'keyword').state === 'read' ? without : null
}
