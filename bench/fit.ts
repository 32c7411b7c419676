import { buildFinder } from '@earshot/engine/candidates'
import { evidenceOf } from '@earshot/engine/evidence'
import { type FeatureName, fitFeatures, intentFeatures } from '@earshot/engine/features'
import { compileProfile } from '@earshot/engine/profile'
import { type Judged, loadJudged } from './judged.ts'
import { logistic, type Model, raw } from './logistic.ts'
import { type Graded, mean, quality } from './ranking.ts'

const strength = 30
/** A hot lead counts for as much as this many others. */
const hotWeight = 2

/** Finds the weights of engine/weights.ts from judged items, and how they do on products they have not seen. */
export async function run(): Promise<number> {
  const judged = await loadJudged()
  if (!judged) {
    console.log('fit: skipped, the judged posts are not here (../shared/data)')
    return 0
  }
  const rows = readRows(judged)
  const products = judged.products.map(({ id }) => id)
  const unseen = products.map((left) => {
    const heads = train(rows.filter(({ product }) => product !== left))
    return quality(rows.filter(({ product }) => product === left).map((row) => graded(row, heads)))
  })
  const figure = (key: 'ndcg' | 'precision') => mean(unseen.map((row) => row[key])).toFixed(3)
  console.log(`fit: on products not seen in training nDCG@10 ${figure('ndcg')}, precision@10 ${figure('precision')}`)
  console.log(JSON.stringify(train(rows), null, 2))
  return 0
}

interface Row {
  product: string
  label: number
  isCandidate: boolean
  features: Record<FeatureName, number>
}

function readRows({ products, items }: Judged): Row[] {
  const finder = buildFinder(products)
  const byId = new Map(items.map((item) => [item.id, item]))
  return products.flatMap(({ id: product, profile, labels }) => {
    const compiled = compileProfile(profile)
    return [...labels].map(([itemId, label]) => {
      const item = byId.get(itemId)!
      const hits = finder.find(item).find(({ projectId }) => projectId === product)?.hits
      return { product, label, isCandidate: !!hits, features: evidenceOf(compiled, item, hits ?? []).features }
    })
  })
}

interface Heads {
  fit: Model
  intent: Model
}

/** Two questions, each asked where it makes sense: is it on topic; and of those on topic, is it a lead. */
function train(rows: readonly Row[]): Heads {
  const candidates = rows.filter(({ isCandidate }) => isCandidate)
  const onTopic = candidates.filter(({ label }) => label >= 1)
  return {
    fit: logistic(
      candidates,
      fitFeatures,
      ({ label }) => label >= 1,
      () => 1,
      strength,
    ),
    intent: logistic(
      onTopic,
      intentFeatures,
      ({ label }) => label >= 2,
      ({ label }) => (label === 3 ? hotWeight : 1),
      strength,
    ),
  }
}

function graded({ features, label, isCandidate }: Row, { fit, intent }: Heads): Graded {
  const score = isCandidate ? chance(raw(fit, features)) + chance(raw(intent, features)) : Number.NEGATIVE_INFINITY
  return { score, label: label === 3 ? 3 : label === 2 ? 2 : label === 1 ? 1 : 0 }
}

/** Logarithm of the chance. */
function chance(value: number): number {
  return -Math.log1p(Math.exp(-value))
}
