import { writeFileSync } from 'node:fs'
import type { Heads } from '#engine/score/heads.ts'
import { calibrate, calibratedRows } from './calibration.ts'
import { rankAll } from './held-out.ts'
import { heldOutNeeds, loadJudged } from './judged.ts'
import { mean, quality } from './ranking.ts'
import { grade, type Row, readRows, scoreOf, train, trainWithout } from './training.ts'

const headsFile = new URL('../../engine/data/heads.json', import.meta.url)
const chanceFile = new URL('../../engine/data/chance.json', import.meta.url)

/**
 * Trains the weights of engine/data/heads.json on judged items, measures them on held-out products, and fits the curve
 * of engine/data/chance.json.
 */
export async function run(): Promise<number> {
  const judged = await loadJudged()
  if (!judged) {
    console.log('fit: skipped, ../shared/data/posts.ndjson.gz not found')
    return 0
  }
  const rows = readRows(judged)
  const counts = [0, 1, 2, 3].map((label) => rows.filter((row) => row.label === label).length)
  console.log(`fit: ${judged.products.length + judged.others.length} products, labels 0 to 3: ${counts.join(', ')}`)
  printQuality('shared data', rows, judged.products, ({ isMeasured }) => isMeasured)
  printQuality('bench/quality/judgments', rows, judged.others, ({ label }) => label !== null)
  writeFileSync(headsFile, `${JSON.stringify(withoutNames(train(rows)), null, 2)}\n`)
  const rankings = rankAll(judged, (product) => trainWithout(rows, product))
  const curve = calibrate(calibratedRows(rankings, heldOutNeeds(), judged.further))
  console.log(`fit: chance from points, intercept ${curve.intercept}, slope ${curve.slope}`)
  writeFileSync(chanceFile, `${JSON.stringify(curve, null, 2)}\n`)
  return 0
}

function printQuality(
  name: string,
  rows: readonly Row[],
  products: readonly { id: string }[],
  isCounted: (row: Row) => boolean,
) {
  const measured = products.flatMap(({ id }) => {
    const own = rows.filter((row) => row.product === id && isCounted(row))
    if (!own.some(({ label }) => grade(label) >= 2)) return []
    const heads = trainWithout(rows, id)
    return [quality(own.map((row) => ({ score: scoreOf(row, heads), label: grade(row.label) })))]
  })
  const figure = (key: 'ndcg' | 'precision') => mean(measured.map((row) => row[key])).toFixed(3)
  console.log(`fit: products in ${name}, each held out: nDCG@10 ${figure('ndcg')}, precision@10 ${figure('precision')}`)
}

function withoutNames(heads: Heads) {
  const stored = Object.entries(heads).map(([name, { intercept, weights }]) => [name, { intercept, weights }])
  return Object.fromEntries(stored)
}
