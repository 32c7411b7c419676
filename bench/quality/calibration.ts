import { judged } from '#engine/judge/question.ts'
import { withJudgments } from '#engine/judge/with-judgments.ts'
import { type Calibration, chanceOf, leastChances } from '#engine/score/chance.ts'
import { totalOf } from '#engine/score/points.ts'
import type { HeldOutNeeds } from './ablation.ts'
import type { Ranking } from './held-out.ts'
import { logistic } from './logistic.ts'
import { mean } from './ranking.ts'

/** A judged candidate with its points from weights that don't know its product. */
export interface CalibratedRow {
  product: string
  points: number
  isLead: boolean
  /** Whether its label is in the shared data. */
  isMeasured: boolean
}

/**
 * Returns the judged candidates of each product, best first: by both stages, the second on the best 30 of the whole
 * file.
 */
export function calibratedRows(
  rankings: readonly Ranking[],
  needs: HeldOutNeeds,
  further: ReadonlyMap<string, ReadonlyMap<string, number>>,
): CalibratedRow[] {
  return rankings.flatMap(({ product, items }) =>
    items
      .flatMap(({ item, scored, label }, rank): CalibratedRow[] => {
        const known = label ?? further.get(product.id)?.get(item.id)
        if (known === undefined) return []
        const need = rank < judged.candidates ? (needs[product.id]?.[item.id] ?? null) : null
        const { components } = withJudgments(scored, { need, verdict: null })
        return [{ product: product.id, points: totalOf(components), isLead: known >= 2, isMeasured: label !== null }]
      })
      .sort((a, b) => b.points - a.points),
  )
}

/** Fits the curve from points to chances. */
export function calibrate(rows: readonly CalibratedRow[]): Calibration {
  // In hundreds, since weights are rounded to two decimals.
  const examples = rows.map(({ points, isLead }) => ({ features: { points: points / 100 }, isLead }))
  const { intercept, weights } = logistic(
    examples,
    ['points'],
    ({ isLead }) => isLead,
    () => 1,
    0,
  )
  return { intercept, slope: weights.points / 100 }
}

interface Chance {
  row: CalibratedRow
  /** 0 to 1. */
  chance: number
}

/** Returns the chance of each row, by the curve of all other products. */
function chances(rows: readonly CalibratedRow[]): Chance[] {
  const products = [...new Set(rows.map(({ product }) => product))]
  const curves = new Map(products.map((product) => [product, calibrate(rows.filter((row) => row.product !== product))]))
  return rows.map((row) => ({ row, chance: chanceOf(row.points, curves.get(row.product)) / 100 }))
}

const binCount = 10

/** Returns the reliability of the chances in ten equal bins, and the expected calibration error. */
export function reliability(rows: readonly CalibratedRow[]): {
  bins: { from: number; count: number; score: number; share: number }[]
  error: number
} {
  const all = chances(rows)
  const bins = Array.from({ length: binCount }, (_, bin) => {
    const own = all.filter(({ chance }) => Math.min(binCount - 1, Math.floor(chance * binCount)) === bin)
    return { from: (bin * 100) / binCount, count: own.length, ...meansOf(own) }
  }).filter(({ count }) => count > 0)
  const error = bins.reduce((sum, { count, score, share }) => sum + (count / all.length) * Math.abs(score - share), 0)
  return { bins, error }
}

/** Returns the mean chance of the first ten of each product, and the share of leads among them. */
export function firstTens(rows: readonly CalibratedRow[]): { count: number; score: number; share: number } {
  const all = chances(rows)
  const products = [...new Set(rows.map(({ product }) => product))]
  const first = products.flatMap((product) => all.filter(({ row }) => row.product === product).slice(0, 10))
  return { count: first.length, ...meansOf(first) }
}

function meansOf(all: readonly Chance[]): { score: number; share: number } {
  return { score: mean(all.map(({ chance }) => chance)), share: mean(all.map(({ row }) => (row.isLead ? 1 : 0))) }
}

/** Returns how many of the posts labeled as leads are leads, and how many leads are labeled, in the shared data. */
export function labelQuality(
  rows: readonly CalibratedRow[],
  rankings: readonly Ranking[],
): { precision: number; recall: number } {
  const labeled = chances(rows).filter(({ row, chance }) => row.isMeasured && chance * 100 >= leastChances.problem)
  const right = labeled.filter(({ row }) => row.isLead).length
  // Also those that the gate rejects.
  const leads = rankings.reduce(
    (sum, { product }) => sum + [...product.labels.values()].filter((label) => label >= 2).length,
    0,
  )
  return { precision: right / labeled.length, recall: right / leads }
}
