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
/** A hot lead counts for as much as this many others. */
const hotWeight = 2
/** Of candidates that nobody judged every so many stands for those off topic, each counting this much. */
const unjudgedEvery = 4
const unjudgedWeight = 0.2

/**
 * Judged items were chosen for looking like leads, so they hold fewer offers, news and chatter than Reddit does: what
 * speaks against an item counts this much more than they say.
 */
const caution = 0.3
/** Few comments were judged; one answers somebody else more often than it asks. */
const commentWeight = -1
const against: readonly IntentFeature[] = ['titleOwn', 'bodyOwn', 'research', 'news', 'career', 'learn', 'talk', 'make']

/** An item and what it is to one product. */
export interface Row {
  product: string
  item: string
  /** null where nobody judged it. */
  label: Label | null
  /** Whether its label is one of the shared data, which alone are measured with. */
  isMeasured: boolean
  isCandidate: boolean
  features: Record<FeatureName, number>
}

/** All that was judged for all products, and some of the other candidates. */
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
 * The three heads: on topic, of all candidates; a lead, of those on topic; hot, of the leads. The same for the weights
 * that are shipped, made from all rows, and for those that judge a product which they were not made from.
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

export function trainWithout(rows: readonly Row[], left: string): Heads {
  return train(rows.filter(({ product }) => product !== left))
}

function cautious({ intercept, weights }: Model<IntentFeature>): Model<IntentFeature> {
  const stricter = { ...weights, comment: commentWeight }
  for (const name of against) stricter[name] = Math.round((stricter[name] - caution) * 100) / 100
  return { intercept, weights: stricter }
}

export function grade(label: Label | null): Label {
  return label ?? 0
}

/** What scoreItem makes of the three chances, before it is rounded; what the gate holds back comes last. */
export function scoreOf({ features, isCandidate }: Row, { fit, lead, hot }: Heads): number {
  if (!isCandidate) return Number.NEGATIVE_INFINITY
  return (
    pointsPerStep.fit * logChance(raw(fit, features)) +
    pointsPerStep.lead * logChance(raw(lead, features)) +
    pointsPerStep.hot * logChance(raw(hot, features))
  )
}
