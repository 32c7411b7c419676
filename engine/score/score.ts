import type { Hit } from '../candidates/candidates.ts'
import type { CompiledProfile } from '../candidates/profile.ts'
import type { Item } from '../item.ts'
import { chanceOf, labelOf } from './chance.ts'
import type { Component, Label, Reason } from './component.ts'
import { asksForProduct, evidenceOf, spansOf } from './evidence.ts'
import type { FeatureName } from './features.ts'
import { guardOf } from './guard.ts'
import { type Head, type Heads, shippedHeads } from './heads.ts'
import { rounded } from './points.ts'
import { judgmentPoints, judgmentReasons } from './reasons.ts'
import { leastOnTopic, pointsPerStep } from './weights.ts'

export { type CompiledProfile, compileProfile } from '../candidates/profile.ts'
export { logChance } from './heads.ts'

export interface Scored {
  /** 0 to 100: the chance, in percent, that someone who makes the product would call the item a lead. */
  score: number
  label: Label
  /** Whether it is on the product's topic, at least. */
  isOnTopic: boolean
  /** Fit and intent first. */
  components: Component[]
}

/** A score whose reasons are worded on first use; most candidates never need them. */
export class Judgment implements Scored {
  readonly score: number
  readonly label: Label
  readonly isOnTopic: boolean
  private readonly explain: () => Component[]
  private worded: Component[] | null = null

  constructor(points: number, isOnTopic: boolean, explain: () => Component[]) {
    this.score = chanceOf(points)
    this.label = labelOf(this.score, isOnTopic)
    this.isOnTopic = isOnTopic
    this.explain = explain
  }

  get components(): Component[] {
    this.worded ??= this.explain()
    return this.worded
  }

  /** Returns the score with its reasons as a plain object. */
  explained(): Scored {
    return { score: this.score, label: this.label, isOnTopic: this.isOnTopic, components: this.components }
  }
}

/**
 * Scores a candidate with the hits found in it. Fit and intent are probabilities and points are their logarithms,
 * so a lead needs both. Each reason gets its share of the points.
 */
export function scoreItem(
  compiled: CompiledProfile,
  item: Item,
  found: readonly Hit[],
  heads: Heads = shippedHeads,
): Judgment {
  const hits = tellingHits(compiled, found)
  const evidence = evidenceOf(compiled, item, hits)
  const fit = judge(heads.fit, pointsPerStep.fit, evidence.values)
  const lead = judge(heads.lead, pointsPerStep.lead, evidence.values)
  const hot = judge(heads.hot, pointsPerStep.hot, evidence.values)
  const intent = lead.points
  // The hot features are the first of the intent features, in the same order.
  for (let at = 0; at < hot.points.length; at++) intent[at] = intent[at]! + hot.points[at]!
  const guard = guardOf(compiled, item, hits)
  const points = judgmentPoints(fit.points, intent)
  const sum = rounded(points.fit + (guard ? guard.points : points.intent))
  const isOnTopic = fit.chance >= leastOnTopic || asksForProduct(evidence, hits)
  return new Judgment(sum, !guard && isOnTopic, () => {
    const subject = { item, hits, evidence, spans: spansOf(compiled, item, hits) }
    const reasons = judgmentReasons(subject, fit.points, intent)
    return [component('fit', reasons.fit), component('intent', guard ? [guard] : reasons.intent)]
  })
}

/** Returns the hits that say something about the item. */
function tellingHits({ tooCommon }: CompiledProfile, hits: readonly Hit[]): readonly Hit[] {
  return tooCommon.size === 0 ? hits : hits.filter(({ kind, phrase }) => kind !== 'keyword' || !tooCommon.has(phrase))
}

/**
 * Returns the probability and the points of each feature (in the order of the head's names); features at 0 add nothing.
 */
function judge(
  {
    intercept,
    logChance: from,
    values,
    indexes,
  }: Pick<Head<FeatureName>, 'intercept' | 'logChance' | 'values' | 'indexes'>,
  perStep: number,
  features: Float64Array,
): { chance: number; points: number[] } {
  const points = values.slice()
  let value = intercept
  for (let at = 0; at < points.length; at++) {
    const part = points[at]! * features[indexes[at]!]!
    points[at] = part
    value += part
  }
  const against = Math.exp(-value)
  // The average slope of the log probability between the intercept and the value.
  const difference = value - intercept
  const slope =
    perStep * (Math.abs(difference) < 1e-6 ? 1 / (1 + Math.exp(intercept)) : (-Math.log1p(against) - from) / difference)
  for (let at = 0; at < points.length; at++) points[at] = points[at]! * slope
  return { chance: 1 / (1 + against), points }
}

function component(name: Component['name'], reasons: Reason[]): Component {
  return { name, points: rounded(reasons.reduce((sum, reason) => sum + reason.points, 0)), reasons }
}
