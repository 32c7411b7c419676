import type { Headline } from '../explain/headline.ts'
import type { Item } from '../item.ts'
import { labelOf, pointsOf, scoreOf } from '../score/chance.ts'
import type { Component, Label } from '../score/component.ts'
import { rounded, totalOf } from '../score/points.ts'
import type { Scored } from '../score/score.ts'
import { plainText } from '../text/plain-text.ts'
import { type NeedLogits, needComponent } from './need.ts'
import type { Verdict } from './verdicts.ts'

/** What the judges answered on a post. Each is null if it was not judged. */
export interface Judgments {
  /** The shipped judge's logits. */
  need: NeedLogits | null
  /** The chat model's verdict. */
  verdict: Verdict | null
}

/** The chance, in percent, that each verdict stands for. */
const chances: Record<Label, number> = { 0: 2, 1: 10, 2: 80, 3: 95 }

/** The verdict's share in the points; the rest is what was known before. */
const verdictShare = 0.75

/** Shown if the judge gave no reason. */
const texts: Record<Label, string> = {
  0: 'Unrelated',
  1: 'On topic, but no need',
  2: 'Has the problem',
  3: 'Wants it now',
}

/**
 * Adds what the judges answered to a first score. The shipped judge adds points. A verdict outweighs them, and its
 * label counts, in both directions.
 */
export function withJudgments(scored: Scored, { need, verdict }: Judgments): Scored {
  if (!need && !verdict) return scored
  const { isOnTopic } = scored
  const known = [...scored.components, need && needComponent(need)].filter((component) => component !== null)
  if (!verdict) {
    const score = scoreOf(known)
    return { score, label: labelOf(score, isOnTopic), isOnTopic, components: known }
  }
  const components = [...known, verdictComponent(verdict, totalOf(known))]
  return { score: scoreOf(components), label: verdict.lead, isOnTopic, components }
}

function verdictComponent({ lead, span, reason }: Verdict, before: number): Component {
  const points = rounded(verdictShare * (pointsOf(chances[lead]) - before))
  const text = reason || texts[lead]
  return { name: 'verdict', points, reasons: [{ kind: 'verdict', text, points, spans: span === null ? [] : [span] }] }
}

/** Returns the sentence that a lead starts with: the judge's reason and quote if there are any, else the given one. */
export function withVerdictSentence(item: Item, headline: Headline | null, verdict: Verdict | null): Headline | null {
  if (!verdict?.reason) return headline
  const { reason, span } = verdict
  if (span === null) return { text: reason, span }
  const quote = plainText((item[span.field] ?? '').slice(span.start, span.end)).text.trim()
  return { text: `${reason.replace(/[.:\s]+$/, '')}: “${quote}”${/[.?!…]$/.test(quote) ? '' : '.'}`, span }
}
