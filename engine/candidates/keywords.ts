import { anchorsOf } from '../query/anchors.ts'
import { type CompiledQuery, compileQuery } from '../query/compile.ts'
import { isPhrase } from '../query/leaving-out.ts'
import { parseQuery } from '../query/parse.ts'
import type { Query } from '../query/query.ts'
import { languageOf } from '../text/language.ts'
import { spellings } from '../text/spellings.ts'

/** A keyword on a project's watchlist (docs/decisions/0021). */
export interface Keyword {
  /** The text as its owner wrote it. */
  text: string
  /** The words and phrases to find, without excluded ones. A plain keyword has only itself. */
  wordings: readonly string[]
  /** The spellings that the automaton searches for. Every post that matches the keyword contains one of them. */
  spellings: readonly string[]
  /** A further condition for such a post; null for a plain word or phrase. */
  query: CompiledQuery | null
}

/** Text that needs no parser. Most keywords are plain words, and there can be a million of them. */
const plain = /^(?!.*\b(?:AND|OR|NOT|NEAR)\b)[\p{L}\p{N}\s]+$/u

/** Reads a keyword. An invalid query, written before queries existed, becomes a plain phrase. */
export function readKeyword(text: string): Keyword {
  if (plain.test(text)) return phrase(text, text)
  const parsed = parseQuery(text, 'keyword')
  if (parsed.state === 'faulty') return phrase(text, text)
  const { query } = parsed
  if (query.kind === 'term' && isPhrase(query)) return phrase(text, query.text)
  const compiled = compileQuery(query, { languageOf, spellings: (wording) => spellings(wording, 'keyword') })
  return {
    text,
    wordings: positiveTerms(query),
    spellings: [...new Set((anchorsOf(query) ?? []).flatMap((anchor) => spellings(anchor, 'keyword')))],
    query: compiled,
  }
}

function phrase(text: string, wording: string): Keyword {
  return { text, wordings: [wording], spellings: spellings(wording, 'keyword'), query: null }
}

function positiveTerms(query: Query): string[] {
  switch (query.kind) {
    case 'all':
    case 'any':
      return query.of.flatMap(positiveTerms)
    case 'term':
      return [query.text]
    case 'near':
      return [...query.left, ...query.right].map(({ text }) => text)
    default:
      return []
  }
}
