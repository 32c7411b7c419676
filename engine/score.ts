import type { Component, Label, Reason } from '@earshot/contract/entities'
import type { Hit } from './candidates.ts'
import { evidenceOf, spansOf } from './evidence.ts'
import type { FeatureName } from './features.ts'
import { freshnessComponent, freshnessOf, rounded } from './freshness.ts'
import { guardOf } from './guard.ts'
import { type Head, type Heads, shippedHeads } from './heads.ts'
import type { Item } from './item.ts'
import type { CompiledProfile } from './profile.ts'
import { judgementPoints, judgementReasons } from './reasons.ts'
import { engagementSteps, labelChances, pointsPerStep } from './weights.ts'

export { type CompiledProfile, compileProfile } from './profile.ts'

export interface Scored {
  /** Sum of the components' points: about 0 to 100; below 0 only for advertising, news and the like. */
  score: number
  label: Label
  /** Fit, intent, freshness, engagement, in this order; their reasons are worded when first asked for. */
  readonly components: Component[]
}

/**
 * Judges one candidate with the hits that made it one. Fit and intent are chances; points are their logarithm, so a
 * lead needs both, and every reason's points are its share. Depends on nothing but its arguments.
 */
export function scoreItem(
  compiled: CompiledProfile,
  item: Item,
  hits: readonly Hit[],
  now: number,
  heads: Heads = shippedHeads,
): Scored {
  const evidence = evidenceOf(compiled, item, hits)
  const fit = judge(heads.fit, pointsPerStep.fit, evidence.values)
  const lead = judge(heads.lead, pointsPerStep.lead, evidence.values)
  const hot = judge(heads.hot, pointsPerStep.hot, evidence.values)
  const intent = lead.points
  // What is asked of the hot ones is asked, in the same order, of all leads.
  for (let at = 0; at < hot.points.length; at++) intent[at] = intent[at]! + hot.points[at]!
  const guard = guardOf(compiled, item)
  const points = judgementPoints(fit.points, intent)
  const freshness = freshnessComponent(freshnessOf(item.postedAt, now))
  const engagement = component('engagement', engagementReasons(item))
  const sum = points.fit + (guard ? guard.points : points.intent) + freshness.points + engagement.points
  let components: Component[] | null = null
  return {
    score: rounded(sum),
    label: guard ? 0 : labelOf(fit.chance, lead.chance, hot.chance),
    get components() {
      components ??= (() => {
        const reasons = judgementReasons(
          { item, hits, evidence, spans: spansOf(compiled, item, hits) },
          fit.points,
          intent,
        )
        const own = component('intent', guard ? [guard] : reasons.intent)
        return [component('fit', reasons.fit), own, freshness, engagement]
      })()
      return components
    },
  }
}

/** The chance, and what each feature (in the order of the head's names) adds to its points, nothing shown being 0. */
function judge(
  { intercept, values, places }: Pick<Head<FeatureName>, 'intercept' | 'values' | 'places'>,
  perStep: number,
  features: Float64Array,
): { chance: number; points: number[] } {
  const points: number[] = []
  let value = intercept
  for (let at = 0; at < values.length; at++) {
    const part = values[at]! * features[places[at]!]!
    points.push(part)
    value += part
  }
  const slope = perStep * meanSlope(intercept, value)
  for (let at = 0; at < points.length; at++) points[at] = points[at]! * slope
  return { chance: 1 / (1 + Math.exp(-value)), points }
}

/** How steeply the logarithm of the chance rises between two values, on the whole way. */
function meanSlope(from: number, to: number): number {
  if (Math.abs(to - from) < 1e-6) return 1 / (1 + Math.exp(from))
  return (logChance(to) - logChance(from)) / (to - from)
}

/** The logarithm of the chance that a value of a head stands for. */
export function logChance(value: number): number {
  return -Math.log1p(Math.exp(-value))
}

function component(name: Component['name'], reasons: Reason[]): Component {
  return { name, points: rounded(reasons.reduce((sum, reason) => sum + reason.points, 0)), reasons }
}

function engagementReasons({ score, numComments }: Item): Reason[] {
  const partakers = (numComments ?? 0) + Math.sqrt(Math.max(0, score ?? 0))
  const step = engagementSteps.find(({ from }) => partakers >= from)
  return step ? [{ text: step.text, points: step.points, spans: [] }] : []
}

function labelOf(fit: number, lead: number, hot: number): Label {
  if (fit < labelChances.onTopic) return 0
  if (fit * lead < labelChances.lead) return 1
  return hot < labelChances.hot ? 2 : 3
}
