import shipped from '../data/heads.json' with { type: 'json' }
import {
  type FeatureName,
  type FitFeature,
  featureIndexes,
  fitFeatures,
  type HotFeature,
  hotFeatures,
  type IntentFeature,
  intentFeatures,
} from './features.ts'

/** A logistic regression: the weighted sum of the features, as a probability. */
export interface Head<F extends string> {
  intercept: number
  /** The log probability when all features are 0. */
  logChance: number
  /** The features in a fixed order. */
  names: readonly F[]
  weights: Record<F, number>
  /** The weights in the order of `names`. */
  values: readonly number[]
  /** The index of each feature in featureNames. */
  indexes: Uint8Array
}

/** Three classifiers; each assumes a yes from the one before. */
export interface Heads {
  /** Is it on the product's topic? */
  fit: Head<FitFeature>
  /** Given the topic, does its author need such a product? */
  lead: Head<IntentFeature>
  /** Given the need, is its author looking for one now? */
  hot: Head<HotFeature>
}

/** Fitted to all judgments by `bench fit`. */
export const shippedHeads: Heads = {
  fit: headOf(fitFeatures, shipped.fit),
  lead: headOf(intentFeatures, shipped.lead),
  hot: headOf(hotFeatures, shipped.hot),
}

/** Builds a head from stored weights; missing ones are 0. */
export function headOf<F extends FeatureName>(
  features: readonly F[],
  { intercept, weights }: { intercept: number; weights: Partial<Record<string, number>> },
): Head<F> {
  const complete: Partial<Record<F, number>> = {}
  for (const feature of features) complete[feature] = weights[feature] ?? 0
  const values = features.map((feature) => weights[feature] ?? 0)
  const indexes = Uint8Array.from(features, (feature) => featureIndexes[feature])
  return {
    intercept,
    logChance: logChance(intercept),
    names: features,
    weights: complete as Record<F, number>,
    values,
    indexes,
  }
}

/** Returns the log probability for a head's value. */
export function logChance(value: number): number {
  return -Math.log1p(Math.exp(-value))
}
