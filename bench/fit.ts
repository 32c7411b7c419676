import type { Label } from '@earshot/contract/entities'
import { buildFinder } from '@earshot/engine/candidates'
import { evidenceOf } from '@earshot/engine/evidence'
import { type FeatureName, fitFeatures, type IntentFeature, intentFeatures } from '@earshot/engine/features'
import { compileProfile } from '@earshot/engine/profile'
import { logChance } from '@earshot/engine/score'
import { pointsPerStep } from '@earshot/engine/weights'
import { type Judged, loadJudged } from './judged.ts'
import { logistic, type Model, raw } from './logistic.ts'
import { type Graded, mean, quality } from './ranking.ts'

const strength = 30
/** A hot lead counts for as much as this many others. */
const hotWeight = 2
/** Of candidates that nobody judged every so many stands for those off topic, each counting this much. */
const unjudgedEvery = 6
const unjudgedWeight = 0.1

/**
 * Judged items were chosen for looking like leads, so they hold fewer offers, news and chatter than Reddit does: what
 * speaks against an item counts this much more than they say.
 */
const caution = 0.2
const against: readonly IntentFeature[] = ['titleOwn', 'bodyOwn', 'research', 'news', 'career', 'learn', 'talk', 'make']

/** Finds the weights of engine/weights.ts from judged items, and how they do on products they have not seen. */
export async function run(): Promise<number> {
  const judged = await loadJudged()
  if (!judged) {
    console.log('fit: skipped, the judged posts are not here (../shared/data)')
    return 0
  }
  const rows = readRows(judged)
  const products = judged.products.map(({ id }) => id)
  const judgedRows = rows.filter(({ label }) => label !== null)
  const unseen = products.map((left) => {
    const heads = train(rows.filter(({ product }) => product !== left))
    return quality(judgedRows.filter(({ product }) => product === left).map((row) => graded(row, heads)))
  })
  const figure = (key: 'ndcg' | 'precision') => mean(unseen.map((row) => row[key])).toFixed(3)
  console.log(`fit: on products not seen in training nDCG@10 ${figure('ndcg')}, precision@10 ${figure('precision')}`)
  console.log(JSON.stringify(train(rows), null, 2))
  return 0
}

interface Row {
  product: string
  /** null where nobody judged it. */
  label: Label | null
  isCandidate: boolean
  features: Record<FeatureName, number>
}

function readRows({ products, items }: Judged): Row[] {
  const finder = buildFinder(products)
  const profiles = new Map(products.map((product) => [product.id, product]))
  const compiled = new Map(products.map(({ id, profile }) => [id, compileProfile(profile)]))
  const rows: Row[] = []
  let unjudged = 0
  for (const item of items) {
    const found = new Map(finder.find(item).map(({ projectId, hits }) => [projectId, hits]))
    for (const [product, { labels }] of profiles) {
      const hits = found.get(product)
      const label = labels.get(item.id) ?? null
      if (label === null && (!hits || unjudged++ % unjudgedEvery > 0)) continue
      const { features } = evidenceOf(compiled.get(product)!, item, hits ?? [])
      rows.push({ product, label, isCandidate: !!hits, features })
    }
  }
  return rows
}

interface Heads {
  fit: Model
  intent: Model
}

/** Two questions, each asked where it makes sense: is it on topic; and of those on topic, is it a lead. */
function train(rows: readonly Row[]): Heads {
  const candidates = rows.filter(({ isCandidate }) => isCandidate)
  const onTopic = candidates.filter(({ label }) => grade(label) >= 1)
  return {
    fit: logistic(
      candidates,
      fitFeatures,
      ({ label }) => grade(label) >= 1,
      ({ label }) => (label === null ? unjudgedWeight : 1),
      strength,
    ),
    intent: cautious(
      logistic(
        onTopic,
        intentFeatures,
        ({ label }) => grade(label) >= 2,
        ({ label }) => (label === 3 ? hotWeight : 1),
        strength,
      ),
    ),
  }
}

function cautious({ intercept, weights }: Model): Model {
  const stricter = { ...weights }
  for (const name of against) stricter[name] = Math.round((stricter[name]! - caution) * 100) / 100
  return { intercept, weights: stricter }
}

function grade(label: Label | null): Label {
  return label ?? 0
}

/** As scoreItem weighs the two chances against each other. */
function graded({ features, isCandidate, label }: Row, { fit, intent }: Heads): Graded {
  const score = isCandidate
    ? pointsPerStep.fit * logChance(raw(fit, features)) + pointsPerStep.intent * logChance(raw(intent, features))
    : Number.NEGATIVE_INFINITY
  return { score, label: grade(label) }
}
