import { wordsOf } from '../text/text.ts'
import { anchorsOf, hasPositiveTerm } from './anchors.ts'
import { type Edit, edited, QueryFault } from './fault.ts'
import { exampleQuery, readQuery } from './grammar.ts'
import { type Query, queryBounds } from './query.ts'
import { tokensOf } from './tokens.ts'

/**
 * The use of a query. In a keyword, adjacent words are one phrase (`crm for freelancers`), and a positive term is
 * required. In a search or an alert rule, each word counts separately. `canonical` reads the result of canonicalForm(),
 * which may be longer than typed queries.
 */
export type QueryUse = 'keyword' | 'search' | 'canonical'

/** A range of the text (UTF-16 units, end exclusive), the message about it, and a corrected query. */
export interface Diagnostic {
  start: number
  end: number
  cause: string
  /** The corrected query, which is always valid. */
  proposal: string
}

/** The result of parsing. `hint` is set if a valid query may mean something other than its author intended. */
export type Parsed = { state: 'read'; query: Query; hint: Diagnostic | null } | { state: 'faulty'; fault: Diagnostic }

/** Parses a query. Keywords, searches and alert rules all use it (issue 4.5). */
export function parseQuery(text: string, use: QueryUse): Parsed {
  try {
    return {
      state: 'read',
      query: checked(text, use),
      hint: use === 'search' ? (operatorHint(text) ?? quoteHint(text)) : null,
    }
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error
    return { state: 'faulty', fault: remark(error, repaired(edited(text, error.fix), use)) }
  }
}

const canonicalMost = 20 * queryBounds.characters

function checked(text: string, use: QueryUse): Query {
  const most = use === 'canonical' ? canonicalMost : queryBounds.characters
  if (text.length > most) throw tooLong(text, most)
  const query = readQuery(text, use === 'keyword' ? 'phrase' : 'and')
  const whole = { start: 0, end: text.length }
  const additions = [
    { start: 0, end: 0, text: `${exampleQuery} (` },
    { start: text.length, end: text.length, text: ')' },
  ]
  if (!hasPositiveTerm(query)) {
    throw new QueryFault(whole, 'This query only excludes terms. Add a term to search for', wrapped(query, additions))
  }
  if (use === 'keyword' && anchorsOf(query) === null) {
    throw new QueryFault(whole, 'A keyword needs at least one complete word or phrase', wrapped(query, additions))
  }
  return query
}

/** Omits redundant parentheses from the edits. */
function wrapped(query: Query, edits: readonly Edit[]): Edit[] {
  return query.kind === 'any' ? [...edits] : [{ ...edits[0]!, text: `${exampleQuery} ` }]
}

function tooLong(text: string, most: number): QueryFault {
  const gap = text.slice(0, most + 1).search(/\s\S*$/)
  const start = gap > 0 ? gap : most
  const cause = `A query can have up to ${most} characters. This one has ${text.length}`
  return new QueryFault({ start: most, end: text.length }, cause, [{ start, end: text.length, text: '' }])
}

/** The maximum number of fixes, since each may reveal the next fault. After that, only the words are kept. */
const fixesMost = 8

function repaired(text: string, use: QueryUse): string {
  let proposal = text
  for (let fixes = 0; fixes < fixesMost; fixes++) {
    try {
      checked(proposal, use)
      return proposal.trim()
    } catch (error) {
      if (!(error instanceof QueryFault)) throw error
      proposal = edited(proposal, error.fix)
    }
  }
  return onlyWords(text)
}

const wordsKept = 10
const wordLength = 40

function onlyWords(text: string): string {
  const words = wordsOf(text.slice(0, queryBounds.characters)).filter((word) => word.length <= wordLength)
  return words.length === 0 ? exampleQuery : words.slice(0, wordsKept).join(' ')
}

const lowerCase = /^(?:and|or|not|near\/\d+)$/i

/** Suggests capitals for a lowercase operator between words. It is read as a word, which is rarely the intention. */
function operatorHint(text: string): Diagnostic | null {
  const tokens = tokensOf(text, false)
  const operators = tokens.filter(({ start, end, kind }, at) => {
    const isUnary = /^not$/i.test(text.slice(start, end))
    const isBetween = (isUnary || at > 0) && tokens[at + 1]?.kind !== 'end'
    return kind === 'word' && isBetween && lowerCase.test(text.slice(start, end)) && tokens[at - 1]?.kind !== 'field'
  })
  const [first] = operators
  if (!first) return null
  const edits = operators.map(({ start, end }) => ({ start, end, text: text.slice(start, end).toUpperCase() }))
  const written = text.slice(first.start, first.end)
  const cause = `“${written}” is treated as a word. To use it as an operator, write ${written.toUpperCase()}`
  const proposal = edited(text, edits)
  return canRead(proposal) ? remark(new QueryFault(first, cause, edits), proposal) : null
}

const singleQuotes = /(?<=^|[\s(:-])['‘]([^\s'‘’"][^'‘’"]*)['’](?=$|[\s)])/

/** Suggests double quotes for a phrase in single ones, which are read as apostrophes. */
function quoteHint(text: string): Diagnostic | null {
  const found = singleQuotes.exec(text)
  if (!found) return null
  const [whole, inside] = found
  const start = found.index
  const span = { start, end: start + whole.length }
  const proposal = edited(text, [{ ...span, text: `"${inside}"` }])
  const cause = "Single quotes don't mark a phrase. Use double quotes"
  return canRead(proposal) ? { ...span, cause, proposal } : null
}

function canRead(text: string): boolean {
  try {
    checked(text, 'search')
    return true
  } catch (error) {
    if (error instanceof QueryFault) return false
    throw error
  }
}

function remark({ start, end, message }: QueryFault, proposal: string): Diagnostic {
  return { start, end, cause: message, proposal }
}
