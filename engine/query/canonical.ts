import type { Filter, Query, Wording } from './query.ts'
import { quoted } from './quoted.ts'

/** Words that need no quotes, since they are read as one word everywhere. */
const plain = /^_*[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.'&/+#-]*[\p{L}\p{M}\p{N}_+#])?$/u
const likeOperators = /^(?:and|or|not|near(?:\/.*)?)$/

/** Returns the canonical form of a query: with every operator, and with as few parentheses as possible. */
export function canonicalForm(query: Query): string {
  switch (query.kind) {
    case 'all':
      return query.of
        .map((part) => (part.kind === 'any' ? `(${canonicalForm(part)})` : canonicalForm(part)))
        .join(' AND ')
    case 'any':
      return query.of.map(canonicalForm).join(' OR ')
    case 'not':
      return `NOT ${query.of.kind === 'all' || query.of.kind === 'any' ? `(${canonicalForm(query.of)})` : canonicalForm(query.of)}`
    case 'term':
      return query.field === null ? written(query) : `${query.field}:${written(query)}`
    case 'near': {
      const near = `${side(query.left)} NEAR/${query.within} ${side(query.right)}`
      return query.field === null ? near : `${query.field}:(${near})`
    }
    default:
      return writtenFilter(query)
  }
}

function side(wordings: readonly Wording[]): string {
  const all = wordings.map(written).join(' OR ')
  return wordings.length > 1 ? `(${all})` : all
}

function written({ text, prefix }: Wording): string {
  if (!plain.test(text) || likeOperators.test(text)) return quoted(text, prefix)
  return prefix ? `${text}*` : text
}

function writtenFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'name':
      return `${filter.field}:${filter.value}`
    case 'time':
      return `${filter.field}:${'date' in filter.at ? filter.at.date : `${filter.at.ago}${filter.at.unit}`}`
    case 'score':
      return `score${filter.operator}${filter.value}`
  }
}
