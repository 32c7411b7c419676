import type { Component, Label } from '../score/component.ts'
import { totalOf } from '../score/freshness.ts'
import type { Verdict } from './verdicts.ts'

/**
 * The points of each verdict. They separate the verdicts within a project's best candidates, and put candidates that
 * were not judged between leads and others.
 */
const points: Record<Label, number> = { 0: -80, 1: -40, 2: 20, 3: 50 }

/** Shown if the judge gave no reason. */
const texts: Record<Label, string> = {
  0: 'Unrelated',
  1: 'On topic, but no need',
  2: 'Has the problem',
  3: 'Wants it now',
}

/**
 * Adds a judge's verdict to a score, or replaces the one it has: its label counts, in both directions. The order of
 * components does not depend on which was renewed last.
 */
export function withVerdict(
  { components, label }: { components: readonly Component[]; label: Label },
  verdict: Verdict | null,
): { score: number; label: Label; components: Component[] } {
  const others = components.filter(({ name }) => name !== 'verdict')
  const isAfter = ({ name }: Component) => name === 'similarity' || name === 'feedback'
  const all = [
    ...others.filter((component) => !isAfter(component)),
    ...(verdict ? [componentOf(verdict)] : []),
    ...others.filter(isAfter),
  ]
  return { score: totalOf(all), label: verdict?.lead ?? label, components: all }
}

function componentOf({ lead, span, reason }: Verdict): Component {
  const text = reason || texts[lead]
  const spans = span === null ? [] : [span]
  return { name: 'verdict', points: points[lead], reasons: [{ text, points: points[lead], spans }] }
}
