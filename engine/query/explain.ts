import type { Filter, Near, Query, Term, TextField, Wording } from './query.ts'
import { languageName } from './values.ts'
import { lastWord } from './wording.ts'

/** Explains a query in one sentence: "Matches anything that contains “crm” and was posted in the last 7 days." */
export function explanation(query: Query): string {
  return `Matches anything that ${clause(query)}.`
}

function clause(query: Query): string {
  switch (query.kind) {
    case 'all':
      return listed(clauses(query.of, 'all'), 'and')
    case 'any':
      return listed(clauses(query.of, 'any'), 'or')
    case 'not':
      return negated(query.of)
    case 'term':
      return statement(query, objectOf(query))
    case 'near':
      return near(query)
    default:
      return filterClause(query)
  }
}

type NameFilter = Extract<Filter, { kind: 'name' }>
type Listable = Term | NameFilter

/** Returns the parts as clauses. Combines words of one field, and values of one filter, where the first occurs. */
function clauses(parts: readonly Query[], kind: 'all' | 'any'): string[] {
  const groups = Map.groupBy(parts, (part) => groupOf(part, kind) ?? part)
  return [...groups.values()].map((group) => {
    const [first] = group as [Query]
    if (group.length === 1) return isCompound(first) ? `(${clause(first)})` : clause(first)
    const parts = group.map((part) => (part.kind === 'not' ? part.of : part)).filter(isListable)
    const list = first.kind === 'not' ? neither(parts.map(objectOf)) : together(parts.map(objectOf), kind)
    return statement(parts[0]!, list)
  })
}

/** Returns the group whose parts form one list, or null for a part on its own. */
function groupOf(part: Query, kind: 'all' | 'any'): string | null {
  if (kind === 'all' && part.kind === 'not') return isListable(part.of) ? `not ${groupOf(part.of, 'any')}` : null
  const isList = part.kind === 'term' || (part.kind === 'name' && kind === 'any')
  return isList ? `${part.kind} ${part.field}` : null
}

function isListable(part: Query): part is Listable {
  return part.kind === 'term' || part.kind === 'name'
}

/** Returns whether a query has several clauses, which would be ambiguous next to others without parentheses. */
function isCompound(query: Query): boolean {
  return (query.kind === 'all' || query.kind === 'any') && clauses(query.of, query.kind).length > 1
}

function negated(query: Query): string {
  switch (query.kind) {
    case 'term':
      return `does not contain ${wording(query)}${inField(query.field)}`
    case 'near':
      return near(query).replace(/^has/, 'does not have')
    case 'score':
      return filterClause(query).replace(/^has/, 'does not have')
    case 'name':
    case 'time':
      return filterClause(query).replace(/^(is|was)/, '$1 not')
    case 'any': {
      const lists = clauses(
        query.of.map((of) => ({ kind: 'not', of })),
        'all',
      )
      return lists.length === 1 ? lists.join() : `does not match (${clause(query)})`
    }
    default:
      return `does not match (${clause(query)})`
  }
}

function together(list: readonly string[], kind: 'all' | 'any'): string {
  if (list.length < 3) return `${kind === 'all' ? 'both' : 'either'} ${listed(list, kind === 'all' ? 'and' : 'or')}`
  return kind === 'all' ? `all of ${listed(list, 'and')}` : `one of ${listed(list, 'or')}`
}

function neither(list: readonly string[]): string {
  return list.length < 3 ? `neither ${list.join(' nor ')}` : `none of ${listed(list, 'and')}`
}

function statement(part: Listable, list: string): string {
  if (part.kind === 'term') return `contains ${list}${inField(part.field)}`
  return `${verbs[part.field]} ${list}`
}

const verbs = { subreddit: 'is in', author: 'is by', type: 'is', lang: 'is in' } as const

function objectOf(part: Listable): string {
  if (part.kind === 'term') return wording(part)
  switch (part.field) {
    case 'subreddit':
      return `r/${part.value}`
    case 'author':
      return `u/${part.value}`
    case 'type':
      return `a ${part.value}`
    case 'lang':
      return languageName(part.value) ?? part.value
  }
}

function wording({ text, prefix }: Wording): string {
  if (!prefix) return `“${text}”`
  return lastWord(text) === text ? `a word starting with “${text}”` : `“${text}…” with any ending`
}

function near({ within, left, right, field }: Near): string {
  const side = (words: readonly Wording[]) =>
    words.length === 1 ? wording(words[0]!) : together(words.map(wording), 'any')
  const gap =
    within === 0 ? 'next to each other' : `with at most ${within} ${within === 1 ? 'word' : 'words'} between them`
  return `has ${side(left)} and ${side(right)} ${gap}${inField(field)}`
}

function inField(field: TextField | null | undefined): string {
  return field === 'title' ? ' in the title' : field === 'body' ? ' in the text' : ''
}

function filterClause(filter: Filter): string {
  switch (filter.kind) {
    case 'name':
      return statement(filter, objectOf(filter))
    case 'time': {
      const { field, at } = filter
      const isAfter = field === 'after'
      if ('date' in at)
        return `was posted ${isAfter ? 'on or after' : 'before'} ${day.format(Date.parse(at.date))} (UTC)`
      const unit = `${units[at.unit]}${at.ago === 1 ? '' : 's'}`
      if (!isAfter) return `was posted more than ${at.ago} ${unit} ago`
      return at.ago === 1 ? `was posted in the last ${unit}` : `was posted in the last ${at.ago} ${unit}`
    }
    case 'score':
      return `has a score ${comparisons[filter.operator]} ${filter.value}`
  }
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const units = { h: 'hour', d: 'day', w: 'week' } as const
const comparisons = { '>': 'above', '>=': 'of at least', '<': 'below', '<=': 'of at most', ':': 'of exactly' } as const

function listed(parts: readonly string[], conjunction: 'and' | 'or'): string {
  if (parts.length < 2) return parts.join()
  return `${parts.slice(0, -1).join(', ')} ${conjunction} ${parts.at(-1)}`
}
