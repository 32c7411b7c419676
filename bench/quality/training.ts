import { buildFinder } from '#engine/candidates/candidates.ts'
import { compileProfile } from '#engine/candidates/profile.ts'
import type { Label } from '#engine/score/component.ts'
import { evidenceOf } from '#engine/score/evidence.ts'
import {
  byFeatureName,
  type FeatureName,
  fitFeatures,
  hotFeatures,
  type IntentFeature,
  intentFeatures,
} from '#engine/score/features.ts'
import { type Heads, headOf } from '#engine/score/heads.ts'
import { logChance } from '#engine/score/score.ts'
import { pointsPerStep } from '#engine/score/weights.ts'
import type { Judged } from './judged.ts'
import { logistic, type Model, raw } from './logistic.ts'

const strength = 15
/** The weight of a hot lead, compared with other leads. */
const hotWeight = 2
/** One in this many unjudged candidates is an off-topic example, with `unjudgedWeight`. */
const unjudgedEvery = 4
const unjudgedWeight = 0.2

/**
 * The extra weight of features that speak against an item. Judged items were chosen because they look like leads, so
 * they include fewer offers, news and chatter than Reddit does.
 */
const caution = 0.3
/** The weight of being a comment. Few comments were judged, and most of them answer rather than ask. */
const commentWeight = -1
const against: readonly IntentFeature[] = ['titleOwn', 'bodyOwn', 'research', 'news', 'career', 'learn', 'talk', 'make']

/** An item and its relevance for one product. */
export interface Row {
  product: string
  item: string
  /** Null if not judged. */
  label: Label | null
  /** Whether its label is in the shared data. Only such rows are used for measuring. */
  isMeasured: boolean
  isCandidate: boolean
  features: Record<FeatureName, number>
}

/** Returns all judged items of all products, and some of the other candidates. */
export function readRows({ products, others, further, items }: Judged): Row[] {
  const all = [...products, ...others]
  const measured = new Set(products)
  const finder = buildFinder(all)
  const compiled = new Map(all.map(({ id, profile }) => [id, compileProfile(profile)]))
  const rows: Row[] = []
  let unjudged = 0
  for (const item of items) {
    const found = new Map(finder.find(item).map(({ projectId, hits }) => [projectId, hits]))
    for (const product of all) {
      const hits = found.get(product.id)
      const own = product.labels.get(item.id)
      const label = own ?? further.get(product.id)?.get(item.id) ?? null
      if (label === null && (!hits || unjudged++ % unjudgedEvery > 0)) continue
      const features = byFeatureName(evidenceOf(compiled.get(product.id)!, item, hits ?? []).values)
      const isMeasured = own !== undefined && measured.has(product)
      rows.push({ product: product.id, item: item.id, label, isMeasured, isCandidate: !!hits, features })
    }
  }
  return rows
}

/**
 * Trains the three heads: on topic, with all candidates; lead, with those on topic; hot, with the leads. Makes both the
 * shipped weights, from all rows, and those for a product, from the rows of all others.
 */
export function train(rows: readonly Row[]): Heads {
  const candidates = rows.filter(({ isCandidate }) => isCandidate)
  const onTopic = candidates.filter(({ label }) => grade(label) >= 1)
  const leads = candidates.filter(({ label }) => grade(label) >= 2)
  const fit = logistic(
    candidates,
    fitFeatures,
    ({ label }) => grade(label) >= 1,
    ({ label }) => (label === null ? unjudgedWeight : 1),
    strength,
  )
  const lead = logistic(
    onTopic.filter(({ features }) => features.comment === 0),
    intentFeatures,
    ({ label }) => grade(label) >= 2,
    ({ label }) => (label === 3 ? hotWeight : 1),
    strength,
  )
  const hot = logistic(
    leads,
    hotFeatures,
    ({ label }) => label === 3,
    () => 1,
    strength,
  )
  return {
    fit: headOf(fitFeatures, fit),
    lead: headOf(intentFeatures, cautious(lead)),
    hot: headOf(hotFeatures, hot),
  }
}

export function trainWithout(rows: readonly Row[], heldOut: string): Heads {
  return train(rows.filter(({ product }) => product !== heldOut))
}

function cautious({ intercept, weights }: Model<IntentFeature>): Model<IntentFeature> {
  const stricter = { ...weights, comment: commentWeight }
  for (const name of against) stricter[name] = Math.round((stricter[name] - caution) * 100) / 100
  return { intercept, weights: stricter }
}

export function grade(label: Label | null): Label {
  return label ?? 0
}

/** Returns the score that scoreItem makes of the three chances, unrounded. Items that the gate rejects rank last. */
export function scoreOf({ features, isCandidate }: Row, { fit, lead, hot }: Heads): number {
  if (!isCandidate) return Number.NEGATIVE_INFINITY
  return (
    pointsPerStep.fit * logChance(raw(fit, features)) +
    pointsPerStep.lead * logChance(raw(lead, features)) +
    pointsPerStep.hot * logChance(raw(hot, features))
  )
}
