import type { Component, Label, Reason } from '@earshot/contract/entities'
import type { Hit } from './candidates.ts'
import { cueNumber } from './cues.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import type { FeatureName } from './features.ts'
import { freshnessComponent, freshnessOf, rounded, totalOf } from './freshness.ts'
import type { Item } from './item.ts'
import type { CompiledProfile } from './profile.ts'
import { judgementReasons } from './reasons.ts'
import { engagementSteps, fitHead, type Head, intentHead, labelChances, pointsPerStep } from './weights.ts'

export { type CompiledProfile, compileProfile } from './profile.ts'

export interface Scored {
  /** Sum of the components' points: about 0 to 100; below 0 only for advertising, news and the like. */
  score: number
  label: Label
  /** Fit, intent, freshness, engagement, in this order. */
  components: Component[]
}

/**
 * Judges one candidate with the hits that made it one. Fit and intent are chances; points are their logarithm, so a
 * lead needs both, and every reason's points are its share. Depends on nothing but its arguments.
 */
export function scoreItem(compiled: CompiledProfile, item: Item, hits: readonly Hit[], now: number): Scored {
  const evidence = evidenceOf(compiled, item, hits)
  const fit = judge(fitHead, pointsPerStep.fit, evidence.features)
  const intent = judge(intentHead, pointsPerStep.intent, evidence.features)
  const reasons = judgementReasons({ item, hits, evidence }, fit.points, intent.points)
  const components = [
    component('fit', reasons.fit),
    component('intent', reasons.intent),
    freshnessComponent(freshnessOf(item.postedAt, now)),
    component('engagement', engagementReasons(item)),
  ]
  return { score: totalOf(components), label: labelOf(fit.chance, intent.chance, evidence), components }
}

/** The chance, and what each feature adds to its points, nothing shown being 0. */
function judge<F extends FeatureName>(
  { intercept, weights }: Head<F>,
  perStep: number,
  features: Evidence['features'],
): { chance: number; points: Record<F, number> } {
  const names = Object.keys(weights) as F[]
  let value = intercept
  for (const name of names) value += weights[name] * features[name]
  const slope = perStep * meanSlope(intercept, value)
  const points = { ...weights }
  for (const name of names) points[name] *= features[name] * slope
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

function labelOf(fit: number, intent: number, { cueSpans }: Evidence): Label {
  const chance = fit * intent
  if (fit < labelChances.onTopic) return 0
  if (chance < labelChances.lead) return 1
  const asks = cueSpans[cueNumber.ask]!.length + cueSpans[cueNumber.leave]!.length > 0
  return asks && chance >= labelChances.hot ? 3 : 2
}
