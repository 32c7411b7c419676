import type { Item } from '../item.ts'
import { replyWindowOf } from '../order/reply-window.ts'
import { compileQuery } from '../query/compile.ts'
import { parseQuery } from '../query/parse.ts'
import type { Label } from '../score/component.ts'
import { languageOf } from '../text/language.ts'
import type { AlertKind } from './alert-rule.ts'

/** The conditions of a rule. */
export interface AlertConditions {
  kind: AlertKind
  /** In the query language; empty: all. */
  query: string
  /** The lowest chance of a lead. */
  threshold: number
  /** The lowest label of a lead. */
  label: number
  /** Only posts that a reply still reaches well. */
  fresh: boolean
  /** IDs of keywords and competitors; empty: all. */
  keywords: readonly string[]
}

/** A released lead or mention. */
export interface AlertFind {
  kind: 'lead' | 'mention'
  item: Item
  /** The chance and the label of a lead; null for mentions. */
  score: number | null
  label: Label | null
  /** The keywords and competitors that found it. */
  keywords: readonly string[]
}

/**
 * Prepares a rule for many finds. A query that can't be read matches nothing: the language may have changed since it was
 * saved.
 */
export function alertMatcher(rule: AlertConditions): (find: AlertFind, now: Date) => boolean {
  const { kind, query, threshold, label, fresh, keywords } = rule
  const parsed = query === '' ? null : parseQuery(query, 'search')
  if (parsed?.state === 'faulty') return () => false
  const compiled = parsed && compileQuery(parsed.query, { languageOf })
  const wanted = new Set(keywords)
  return (find, now) =>
    find.kind === kind &&
    (find.score === null || find.score >= threshold) &&
    (find.label === null || find.label >= label) &&
    (!fresh || replyWindowOf(find.item.postedAt, now.getTime()) === 'fresh') &&
    (wanted.size === 0 || find.keywords.some((id) => wanted.has(id))) &&
    (find.item.title !== '' || find.item.body !== '') &&
    (compiled?.matches(find.item, now.getTime()) ?? true)
}

/** A rule among the others of its project. */
export interface RankedRule extends AlertConditions {
  id: string
  /** Only finds that no other rule of its kind matches. */
  restOnly: boolean
}

/** Prepares the rules of a project. Returns a function that returns the IDs of the rules that a find matches. */
export function alertRouter(rules: readonly RankedRule[]): (find: AlertFind, now: Date) => string[] {
  const prepared = rules.map((rule) => ({ rule, matches: alertMatcher(rule) }))
  return (find, now) => {
    const matching = prepared.filter(({ matches }) => matches(find, now)).map(({ rule }) => rule)
    const isTold = matching.some(({ restOnly }) => !restOnly)
    return matching.filter(({ restOnly }) => !restOnly || !isTold).map(({ id }) => id)
  }
}
