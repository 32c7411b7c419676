import { anchorsOf } from '../query/anchors.ts'
import { type CompiledQuery, compileQuery } from '../query/compile.ts'
import { isPhrase } from '../query/leaving-out.ts'
import { parseQuery } from '../query/parse.ts'
import type { Query } from '../query/query.ts'
import { languageOf } from '../text/language.ts'
import { spellings } from '../text/spellings.ts'

/** A keyword as a project has it on its watchlist (docs/decisions/0021). */
export interface Keyword {
  /** As its owner wrote it. */
  text: string
  /** The words and phrases that it asks for, without what it leaves out; for a plain one itself. */
  wordings: readonly string[]
  /** What the automaton looks for: every post that the keyword finds holds one of them. */
  spellings: readonly string[]
  /** What such a post must be besides; null for a plain word or phrase. */
  query: CompiledQuery | null
}

/** Most keywords are words side by side, and there may be a million of them. */
const plain = /^(?!.*\b(?:AND|OR|NOT|NEAR)\b)[\p{L}\p{N}\s]+$/u

/** Reads a keyword. One that is no query, from before there were any, is a phrase as it stands. */
export function readKeyword(text: string): Keyword {
  if (plain.test(text)) return phrase(text, text)
  const parsed = parseQuery(text, 'keyword')
  if (parsed.state === 'faulty') return phrase(text, text)
  const { query } = parsed
  if (query.kind === 'term' && isPhrase(query)) return phrase(text, query.text)
  const compiled = compileQuery(query, { languageOf, spellings: (wording) => spellings(wording, 'keyword') })
  return {
    text,
    wordings: askedFor(query),
    spellings: [...new Set((anchorsOf(query) ?? []).flatMap((anchor) => spellings(anchor, 'keyword')))],
    query: compiled,
  }
}

function phrase(text: string, wording: string): Keyword {
  return { text, wordings: [wording], spellings: spellings(wording, 'keyword'), query: null }
}

function askedFor(query: Query): string[] {
  switch (query.kind) {
    case 'all':
    case 'any':
      return query.of.flatMap(askedFor)
    case 'term':
      return [query.text]
    case 'near':
      return [...query.left, ...query.right].map(({ text }) => text)
    default:
      return []
  }
}
