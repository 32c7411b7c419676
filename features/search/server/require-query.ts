import { parseQuery } from '#engine/query/parse.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'

/** Throws ValidationError, with the cause and a suggestion, if a search can't be parsed (docs/decisions/0021). */
export function requireQuery(query: string | undefined): void {
  if (query === undefined) return
  const parsed = parseQuery(query, 'search')
  if (parsed.state === 'faulty') throw faultOfField('query', `${parsed.fault.cause}. Try: ${parsed.fault.proposal}`)
}
