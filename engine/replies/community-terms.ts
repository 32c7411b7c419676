import type { Rule } from '../reddit/promotion-stance.ts'
import { folded, patternOf, sentencesOf } from '../reddit/rule-text.ts'
import { demandsOf } from './checking/rule-demands.ts'

/** Days of the week by ISO: 1 is Monday, 7 is Sunday. */
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** What an account needs before it may take part, with the sentence that says so. */
export interface CommunityGate {
  kind: 'age' | 'karma'
  /** Days or points; null if the rule names no number. */
  limit: number | null
  rule: string
  words: string
}

/** When, where, or how often the rules allow promotion, with the sentence that says so. */
export interface PromotionTerm {
  /** day: on certain days · thread: in a certain thread · share: up to a share of what one writes */
  kind: 'day' | 'thread' | 'share'
  /** Empty unless the sentence names days. */
  days: Weekday[]
  rule: string
  words: string
}

/** Names of days in the languages whose rules are recognized: English, German, Spanish, and French. */
const weekdays: readonly [Weekday, RegExp][] = [
  [1, patternOf('monday|mondays|montag|montags|lunes|lundi|lundis')],
  [2, patternOf('tuesday|tuesdays|dienstag|dienstags|martes|mardi|mardis')],
  [3, patternOf('wednesday|wednesdays|mittwoch|mittwochs|miercoles|mercredi|mercredis')],
  [4, patternOf('thursday|thursdays|donnerstag|donnerstags|jueves|jeudi|jeudis')],
  [5, patternOf('friday|fridays|freitag|freitags|viernes|vendredi|vendredis')],
  [6, patternOf('saturday|saturdays|samstag|samstags|sonnabend|sabado|sabados|samedi|samedis')],
  [7, patternOf('sunday|sundays|sonntag|sonntags|domingo|domingos|dimanche|dimanches')],
]
const weekend = patternOf('weekend|weekends|wochenende|wochenenden|fin de semana|fines de semana|week end|week ends')

/** Returns what the rules ask of an account. */
export function communityGates(rules: readonly Rule[]): CommunityGate[] {
  return rules.flatMap((rule) =>
    demandsOf(rule).flatMap(({ kind, limit, words }) =>
      kind === 'age' || kind === 'karma' ? [{ kind, limit, rule: rule.name, words }] : [],
    ),
  )
}

/** Returns when, where, and how much the rules allow promotion. Whether a day is allowed or excluded, the words say. */
export function promotionTerms(rules: readonly Rule[]): PromotionTerm[] {
  return rules.flatMap((rule) => {
    const demands = demandsOf(rule)
    if (!demands.some(({ kind }) => kind === 'promotion' || kind === 'thread')) return []
    const terms: PromotionTerm[] = []
    for (const words of [...sentencesOf(rule.name), ...sentencesOf(rule.description)]) {
      const days = weekdaysIn(words)
      if (days.length > 0) terms.push({ kind: 'day', days, rule: rule.name, words })
    }
    const quoted = (words: string) => terms.some((term) => term.words === words)
    for (const { kind, words } of demands) {
      if (kind === 'thread' && !quoted(words)) terms.push({ kind: 'thread', days: [], rule: rule.name, words })
      if (kind === 'ratio' && !quoted(words)) terms.push({ kind: 'share', days: [], rule: rule.name, words })
    }
    return terms
  })
}

function weekdaysIn(words: string): Weekday[] {
  const text = folded(words)
  return weekdays.flatMap(([day, pattern]) => (pattern.test(text) || (day > 5 && weekend.test(text)) ? [day] : []))
}
