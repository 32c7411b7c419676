import { stem } from '../../text/stem.ts'
import { normalForm } from '../../text/text.ts'
import { rarityAt, wordNumber } from '../../text/words.ts'
import type { Query, TextField, Wording } from '../query.ts'

/**
 * What an index must hold of an item for a query to match: runs of letters and digits (ASCII, lower case), the community
 * or the author. With `prefix`, the run may continue; with `inTitle`, it is in the title.
 */
export type IndexTerms =
  | { kind: 'all' | 'any'; of: readonly IndexTerms[] }
  | { kind: 'run'; text: string; prefix: boolean; inTitle: boolean }
  | { kind: 'subreddit' | 'author'; name: string }

/** Returns terms that every match of a query has, or null if a match may have any. `spellings` as in compileQuery(). */
export function indexTermsOf(
  query: Query,
  spellings: (wording: string) => readonly string[] = (wording) => [wording],
): IndexTerms | null {
  const ofWordings = (wordings: readonly Wording[], field: TextField | null) =>
    anyOf(
      wordings.flatMap(({ text, prefix }) => {
        return (prefix ? [text] : spellings(text)).map((spelling) => runsOf(spelling, prefix, field === 'title'))
      }),
    )
  switch (query.kind) {
    case 'all':
      return allOf(query.of.map((part) => indexTermsOf(part, spellings)))
    case 'any':
      return anyOf(query.of.map((part) => indexTermsOf(part, spellings)))
    case 'term':
      return ofWordings([query], query.field)
    case 'near':
      return allOf([ofWordings(query.left, query.field), ofWordings(query.right, query.field)])
    case 'name':
      return query.field === 'subreddit' || query.field === 'author' ? { kind: query.field, name: query.value } : null
    default:
      return null
  }
}

function runsOf(wording: string, prefix: boolean, inTitle: boolean): IndexTerms | null {
  const form = normalForm(wording)
  const runs = form.match(/[a-z0-9]+/g) ?? []
  const last = prefix && /[a-z0-9]$/.test(form) ? runs.length - 1 : -1
  return allOf(runs.map((text, at) => ({ kind: 'run', text, prefix: at === last, inTitle })))
}

/** Leaves out everyday words beside other words: an index would read most items for them. */
function allOf(parts: readonly (IndexTerms | null)[]): IndexTerms | null {
  const all = parts.filter((part) => part !== null).flatMap((part) => (part.kind === 'all' ? part.of : [part]))
  const telling = all.filter((part) => !isEveryday(part))
  const known = telling.some(({ kind }) => kind === 'run') ? telling : all
  return known.length > 1 ? { kind: 'all', of: known } : (known[0] ?? null)
}

/** If any match of one part may have any terms, so may one of the whole. */
function anyOf(parts: readonly (IndexTerms | null)[]): IndexTerms | null {
  if (parts.some((part) => part === null)) return null
  const known = parts.filter((part) => part !== null)
  return known.length > 1 ? { kind: 'any', of: known } : (known[0] ?? null)
}

function isEveryday(terms: IndexTerms): boolean {
  return terms.kind === 'run' && isEverydayWord(terms.text)
}

/** Returns whether a word is in so many texts that an index is no help. */
export function isEverydayWord(word: string): boolean {
  return rarityAt(wordNumber(stem(word))) === 0
}
