import type { Query, TextField, Wording } from '../query.ts'
import { lastWord } from '../wording.ts'
import { postedBetween } from './posted-between.ts'

/** The spans of time that Reddit's search knows, with their hours. */
const spans = { hour: 1, day: 24, week: 168, month: 720, year: 8760 } as const
type RedditTime = keyof typeof spans | 'all'

/** What to ask Reddit's own search for. It returns posts only, and reads words loosely, so its answers need checking. */
export interface RedditSearch {
  q: string
  /** The only community to search in; null for all of Reddit. */
  subreddit: string | null
  time: RedditTime
}

/** Why a query can't be asked: it is for comments, or none of its conditions narrows Reddit's search down. */
export type Unaskable = 'comments' | 'tooBroad'

/** Reddit cuts longer queries off. */
const charactersMost = 512

/**
 * Translates a query to Reddit's search (docs/decisions/0092). It asks for what every match has, as far as Reddit's
 * operators go: word beginnings, distances, languages, votes, and exact times are left for the check of its answers.
 * Conditions that don't fit are left out as well. `now` is in ms since 1970.
 */
export function redditSearchOf(query: Query, now: number): RedditSearch | Unaskable {
  const conditions = conditionsOf(query)
  if (conditions.some((each) => each.kind === 'name' && each.field === 'type' && each.value === 'comment')) {
    return 'comments'
  }
  const [subreddit = null] = conditions.flatMap((each) =>
    each.kind === 'name' && each.field === 'subreddit' ? [each.value] : [],
  )
  const parts = conditions.flatMap((each) => sentOf(each, false) ?? [])
  const others = parts.filter(({ text }) => text !== `subreddit:${subreddit}`)
  // Even in a community, Reddit needs something to look for.
  const asked = joined(fitting(others.every(({ isBroad }) => isBroad) ? parts : others), 'AND')
  if (asked === null || asked.isBroad) return 'tooBroad'
  return { q: asked.text, subreddit, time: timeOf(query, now) }
}

/** Returns the conditions that every match meets. */
function conditionsOf(query: Query): Query[] {
  return query.kind === 'all' ? query.of.flatMap(conditionsOf) : [query]
}

interface Sent {
  text: string
  /** The operator between its parts; null for a single one. */
  operator: 'AND' | 'OR' | null
  /** Whether it only excludes posts, so that it finds nothing by itself. */
  isBroad: boolean
}

/** Returns a condition in Reddit's language that every match meets; null if there is none. */
function sentOf(query: Query, isNegated: boolean): Sent | null {
  switch (query.kind) {
    case 'all':
    case 'any': {
      const parts = query.of.map((part) => sentOf(part, isNegated))
      if ((query.kind === 'all') !== isNegated) return joined(known(parts), 'AND')
      return parts.every((part) => part !== null) ? joined(parts, 'OR') : null
    }
    case 'not':
      return sentOf(query.of, !isNegated)
    case 'term':
      return isNegated && query.prefix ? null : single(wordsOf(query, query.field), isNegated)
    case 'near': {
      if (isNegated) return null
      const sides = [query.left, query.right].map((wordings) => {
        const parts = wordings.map((wording) => single(wordsOf(wording, query.field), false))
        return parts.every((part) => part !== null) ? joined(parts, 'OR') : null
      })
      return joined(known(sides), 'AND')
    }
    case 'name': {
      const { field, value } = query
      return field === 'subreddit' || field === 'author' ? single(`${field}:${value}`, isNegated) : null
    }
    default:
      return null
  }
}

function known(parts: readonly (Sent | null)[]): Sent[] {
  return parts.filter((part) => part !== null)
}

function single(text: string | null, isNegated: boolean): Sent | null {
  if (text === null) return null
  return { text: isNegated ? `NOT ${text}` : text, operator: null, isBroad: isNegated }
}

function joined(parts: readonly Sent[], operator: 'AND' | 'OR'): Sent | null {
  const [first] = parts
  if (first === undefined || parts.length === 1) return first ?? null
  const text = parts
    .map((part) => (part.operator === null || part.operator === operator ? part.text : `(${part.text})`))
    .join(` ${operator} `)
  const isBroad = operator === 'AND' ? parts.every((part) => part.isBroad) : parts.some((part) => part.isBroad)
  return { text, operator, isBroad }
}

/** Returns the first parts that fit into a query together. */
function fitting(parts: readonly Sent[]): Sent[] {
  const taken: Sent[] = []
  for (const part of parts) {
    taken.push(part)
    if (joined(taken, 'AND')!.text.length > charactersMost) taken.pop()
  }
  return taken
}

const fieldNames: Record<TextField, string> = { title: 'title', body: 'selftext' }

/** Returns the words as Reddit reads them, without an unfinished last one; null if none is left. */
function wordsOf({ text, prefix }: Wording, field: TextField | null): string | null {
  const whole = (prefix ? text.slice(0, -lastWord(text).length) : text).replaceAll('"', ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(whole)) return null
  const words = /^[\p{L}\p{N}]+$/u.test(whole) ? whole : `"${whole}"`
  return field === null ? words : `${fieldNames[field]}:${words}`
}

/** Returns the shortest span that has every match. */
function timeOf(query: Query, now: number): RedditTime {
  const { from } = postedBetween(query, now)
  if (from === null) return 'all'
  const hours = (now - from) / 3_600_000
  return (Object.keys(spans) as (keyof typeof spans)[]).find((span) => hours <= spans[span]) ?? 'all'
}
