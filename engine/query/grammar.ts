import { type Edit, QueryFault } from './fault.ts'
import {
  isTextField,
  type NameField,
  type Query,
  queryBounds,
  type Term,
  type TextField,
  type TimeField,
  type Wording,
} from './query.ts'
import { quoted } from './quoted.ts'
import { type Token, tokensOf } from './tokens.ts'
import { momentOf, nameFilter } from './values.ts'
import { wordingOf } from './wording.ts'

type Scope = TextField | NameField | TimeField
type Words = Extract<Token, { kind: 'word' | 'quote' }>

/**
 * Reads a text as a query. Throws the first QueryFault. NEAR binds before NOT, NOT before AND, AND before OR. `bare` is
 * the meaning of adjacent words: one phrase (keywords), or separate terms (all other uses).
 */
export function readQuery(text: string, bare: 'phrase' | 'and'): Query {
  return new Parser(text, bare).query()
}

/** The search term proposed for a query that lacks one. */
export const exampleQuery = '"looking for"'

const unopened = 'This closing parenthesis has no match'
const operators = new Set<Token['kind']>(['and', 'or', 'near'])
const operands = new Set<Token['kind']>(['word', 'quote', 'open', 'field', 'score', 'not', 'minus'])

class Parser {
  private readonly text: string
  private readonly joins: boolean
  private readonly tokens: readonly Token[]
  private at = 0
  private terms = 0
  private readonly open: Token[] = []

  constructor(text: string, bare: 'phrase' | 'and') {
    this.text = text
    this.joins = bare === 'phrase'
    this.tokens = tokensOf(text, this.joins)
  }

  query(): Query {
    const query = this.any(null)
    const next = this.next()
    if (next.kind !== 'end') throw new QueryFault(next, unopened, [cut(next)])
    return query
  }

  private next(): Token {
    return this.tokens[this.at]!
  }

  private take(): Token {
    return this.tokens[this.at++]!
  }

  private any(scope: Scope | null): Query {
    const parts = [this.all(scope)]
    while (this.next().kind === 'or') {
      this.at++
      parts.push(this.all(scope))
    }
    return joined('any', parts)
  }

  private all(scope: Scope | null): Query {
    const parts = [this.not(scope)]
    while (this.next().kind === 'and' || operands.has(this.next().kind)) {
      const next = this.next()
      if (scope !== null && !isTextField(scope)) {
        const put =
          next.kind === 'and' ? { ...spanOf(next), text: 'OR' } : { start: next.start, end: next.start, text: 'OR ' }
        throw new QueryFault(next, `Separate the values in ${scope}:( ) with OR`, [put])
      }
      if (next.kind === 'and') this.at++
      parts.push(this.not(scope))
    }
    return joined('all', parts)
  }

  private not(scope: Scope | null): Query {
    let isNegated = false
    for (let last: Token | null = null; ; last = this.take()) {
      const next = this.next()
      if (next.kind !== 'not' && next.kind !== 'minus') {
        const part = this.near(scope, last)
        return isNegated ? negated(part) : part
      }
      isNegated = !isNegated
    }
  }

  /** Reads an operand, and a NEAR if one follows. `negation` is the NOT or minus before it. */
  private near(scope: Scope | null, negation: Token | null): Query {
    const start = this.next().start
    const left = this.operand(scope, negation)
    const sign = this.next()
    const leftEnd = this.tokens[this.at - 1]!.end
    if (sign.kind !== 'near') return left
    this.at++
    const from = this.next()
    const right = this.operand(scope, null)
    const end = this.tokens[this.at - 1]!.end
    if (negation?.kind === 'minus') {
      const fix = [insert(start, '('), insert(end, ')')]
      throw new QueryFault(negation, 'Add parentheses to show what the minus excludes', fix)
    }
    if (this.next().kind === 'near') {
      const whole = { start, end }
      const fix = [{ start: end, end, text: ` AND ${this.text.slice(from.start, end)}` }]
      throw new QueryFault(whole, 'NEAR connects only two terms. Use one NEAR for each pair', fix)
    }
    if (scope !== null && !isTextField(scope)) throw notInScope(sign, scope)
    const sides = { left: wordingsOf(left), right: wordingsOf(right) }
    const fix = [{ start: leftEnd, end: from.start, text: ' AND ' }]
    if (sides.left === null || sides.right === null) {
      throw new QueryFault(
        { start, end },
        'Each side of NEAR must be a word, a phrase, or several of them joined with OR',
        fix,
      )
    }
    if (fieldOf(left) !== scope || fieldOf(right) !== scope) {
      throw new QueryFault(
        { start, end },
        'Put the field before the whole expression, as in title:(crm NEAR/3 team)',
        fix,
      )
    }
    return { kind: 'near', within: sign.within, left: sides.left, right: sides.right, field: scope }
  }

  private operand(scope: Scope | null, before: Token | null): Query {
    const token = this.next()
    switch (token.kind) {
      case 'open':
        return this.group(scope)
      case 'word':
      case 'quote':
        return this.words(token, scope, before?.kind === 'minus')
      case 'field':
        return this.field(scope)
      case 'score':
        if (scope !== null) throw notInScope(token, scope)
        this.at++
        this.count(token)
        return token.filter
      default:
        throw this.missing(token)
    }
  }

  private group(scope: Scope | null): Query {
    const open = this.take()
    this.open.push(open)
    if (this.open.length > queryBounds.depth) {
      const close = this.closing()
      const cause = `Parentheses can be nested up to ${queryBounds.depth} levels deep`
      throw new QueryFault(open, cause, close ? [cut(open), cut(close)] : [cut(open)])
    }
    if (this.next().kind === 'close') {
      const span = { start: open.start, end: this.next().end }
      throw new QueryFault(span, 'These parentheses are empty', [cut(span)])
    }
    const inside = this.any(scope)
    const end = this.next()
    if (end.kind !== 'close') {
      const fix = [insert(end.start, ')'.repeat(this.open.length))]
      throw new QueryFault(open, 'This parenthesis is not closed', fix)
    }
    this.at++
    this.open.pop()
    return inside
  }

  /** Returns the parenthesis that closes the one just read. */
  private closing(): Token | undefined {
    let depth = 1
    for (const token of this.tokens.slice(this.at)) {
      if (token.kind === 'open') depth++
      else if (token.kind === 'close' && --depth === 0) return token
    }
    return undefined
  }

  private field(outer: Scope | null): Query {
    const field = this.take()
    if (field.kind !== 'field') throw this.missing(field)
    if (outer !== null) throw notInScope(field, outer)
    const value = this.next()
    const isNext = value.start === field.end
    if (isNext && (value.kind === 'word' || value.kind === 'quote')) return this.words(value, field.name, true)
    if (isNext && value.kind === 'open') return this.group(field.name)
    const cause = `${field.name}: needs a value right after the colon`
    throw new QueryFault(field, cause, [isNext ? this.madeValue(field, value) : this.moved(field, value)])
  }

  /** Returns an edit that turns a token directly after a field into its value, or removes it. */
  private madeValue(field: Token, value: Token): Edit {
    if (value.kind === 'minus') return cut(value)
    const isOperator = operators.has(value.kind) || value.kind === 'not'
    return isOperator ? { ...spanOf(value), text: quoted(this.text.slice(value.start, value.end)) } : cut(field)
  }

  private moved(field: Token, value: Token): Edit {
    const isValue = value.kind === 'word' || value.kind === 'quote' || value.kind === 'open'
    return cut(isValue ? { start: field.end, end: value.start } : field)
  }

  /** Reads one word or phrase. In keywords, reads adjacent words as one phrase, except after a field. */
  private words(first: Words, scope: Scope | null, isAttached: boolean): Query {
    this.at++
    this.count(first)
    if (scope !== null && !isTextField(scope)) return filterOf(scope, first, isAttached)
    if (!this.joins || isAttached || first.kind === 'quote') return termOf(first, scope)
    const run = [first.written]
    let last = first
    for (let next = this.next(); next.kind === 'word' && !last.prefix; next = this.next()) {
      run.push(next.written)
      last = next
      this.at++
    }
    if (last === first) return termOf(first, scope)
    const span = { start: first.start, end: last.end }
    const bare = [cut({ start: last.end - 1, end: last.end })]
    return termOf(wordingOf(run.join(' '), last.prefix, span, bare), scope)
  }

  private count(term: Token): void {
    if (++this.terms <= queryBounds.terms) return
    const cause = `A query can have up to ${queryBounds.terms} words, phrases, and filters`
    throw new QueryFault(term, cause, [cut({ start: term.start, end: this.text.length })])
  }

  /** Returns the fault for a token in place of a search term. */
  private missing(token: Token): QueryFault {
    const before = this.tokens[this.at - 1]
    const writtenOf = (of: Token) => this.text.slice(of.start, of.end).split('/')[0]!.trim()
    if (operators.has(token.kind)) {
      const fix = this.tokens.length === 2 ? { ...spanOf(token), text: quoted(writtenOf(token)) } : cut(token)
      return new QueryFault(token, `${writtenOf(token)} needs a search term before it`, [fix])
    }
    if (token.kind === 'not' || token.kind === 'minus') {
      const fix = { ...spanOf(before ?? token), text: 'AND' }
      return new QueryFault(token, "NEAR can't be used with an excluded term", [fix])
    }
    if (before && (operators.has(before.kind) || before.kind === 'not' || before.kind === 'minus')) {
      const cause = `${before.kind === 'minus' ? 'A minus' : writtenOf(before)} needs a search term after it`
      const isAlone = this.tokens.length === 2
      return new QueryFault(before, cause, [
        isAlone ? { ...spanOf(before), text: quoted(writtenOf(before)) } : cut(before),
      ])
    }
    if (token.kind === 'close') return new QueryFault(token, unopened, [cut(token)])
    return new QueryFault(token, 'A search term is missing', [{ ...spanOf(token), text: exampleQuery }])
  }
}

function termOf({ text, prefix }: Wording, field: TextField | null): Term {
  return { kind: 'term', text, prefix, field }
}

function filterOf(field: NameField | TimeField, value: Words, isAttached: boolean): Query {
  const span = spanOf(value)
  const whole = isAttached ? { start: value.start - field.length - 1, end: value.end } : span
  const written = { text: value.written, ...span, whole }
  if (value.prefix) {
    const text = value.written.replace(/[^\w/-]/g, '')
    throw new QueryFault(value, `${field}: doesn't support wildcards (*)`, [{ ...span, text }])
  }
  if (field === 'after' || field === 'before') return { kind: 'time', field, at: momentOf(written) }
  return nameFilter(field, written)
}

/** Joins parts into one list, which drops redundant parentheses. */
function joined(kind: 'all' | 'any', parts: readonly Query[]): Query {
  if (parts.length === 1) return parts[0]!
  return { kind, of: parts.flatMap((part) => (part.kind === kind ? part.of : [part])) }
}

function negated(query: Query): Query {
  return query.kind === 'not' ? query.of : { kind: 'not', of: query }
}

function wordingsOf(query: Query): Wording[] | null {
  const terms = query.kind === 'any' ? query.of : [query]
  const words = terms.flatMap((term) => (term.kind === 'term' ? [{ text: term.text, prefix: term.prefix }] : []))
  return words.length === terms.length ? words : null
}

/** Returns the field that all terms share, or undefined if they differ. */
function fieldOf(query: Query): TextField | null | undefined {
  const terms = query.kind === 'any' ? query.of : [query]
  const fields = new Set(terms.map((term) => (term.kind === 'term' ? term.field : undefined)))
  return fields.size === 1 ? [...fields][0] : undefined
}

function notInScope(token: Token, scope: Scope): QueryFault {
  const cause = `${scope}:( ) can contain only ${isTextField(scope) ? 'words and phrases' : 'values'}`
  return new QueryFault(token, cause, [token.kind === 'near' ? { ...spanOf(token), text: 'OR' } : cut(token)])
}

function spanOf({ start, end }: { start: number; end: number }): { start: number; end: number } {
  return { start, end }
}

function cut(span: { start: number; end: number }): Edit {
  return { ...spanOf(span), text: '' }
}

function insert(at: number, text: string): Edit {
  return { start: at, end: at, text }
}
