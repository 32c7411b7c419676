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

/** A logistic judgement: the sum of weight times feature, made a chance. */
export interface Head<F extends string> {
  intercept: number
  /** The logarithm of the chance where nothing is shown. */
  logChance: number
  /** The features in a fixed order. */
  names: readonly F[]
  weights: Record<F, number>
  /** The weights once more, in the order of the names. */
  values: readonly number[]
  /** Where each stands among featureNames. */
  indexes: Uint8Array
}

/** Three questions, each asked where the one before is answered with yes. */
export interface Heads {
  /** Is it on the product's topic? */
  fit: Head<FitFeature>
  /** Being on topic, does its author need such a product? */
  lead: Head<IntentFeature>
  /** Needing one, do they look for it now? */
  hot: Head<HotFeature>
}

/** As `bench fit` has found them from all judgements. */
export const shippedHeads: Heads = {
  fit: headOf(fitFeatures, shipped.fit),
  lead: headOf(intentFeatures, shipped.lead),
  hot: headOf(hotFeatures, shipped.hot),
}

/** A head from what was stored of it; a weight that is missing there is 0. */
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

/** The logarithm of the chance that a value of a head stands for. */
export function logChance(value: number): number {
  return -Math.log1p(Math.exp(-value))
}
