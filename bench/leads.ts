import { parseArgs } from 'node:util'
import { buildFinder, type CandidateFinder, type Hit } from '@earshot/engine/candidates'
import { compileProfile, type Scored, scoreItem } from '@earshot/engine/score'
import { baselines, Corpus } from './baselines.ts'
import { type Judged, loadJudged, type Product } from './judged.ts'
import { mean, quality } from './ranking.ts'

/** Lead quality behind the gate, product by product, beside four simple rankings (DESIGN 9). */
export async function run(argv: readonly string[]): Promise<number> {
  const { show } = parseArgs({ args: [...argv], options: { show: { type: 'string' } } }).values
  const judged = await loadJudged()
  if (!judged) {
    console.log('leads: skipped, the judged posts are not here (../shared/data)')
    return 0
  }
  const candidates = findAll(judged)
  if (show) return showTop(judged, candidates, show)
  print(measureCandidates(judged, candidates))
  return 0
}

/** Per product: its candidates by item index. */
type Candidates = ReadonlyMap<string, ReadonlyMap<number, Hit[]>>

function findAll({ products, items }: Judged): Candidates {
  const finder: CandidateFinder = buildFinder(products)
  const found = new Map(products.map(({ id }) => [id, new Map<number, Hit[]>()]))
  for (const [index, item] of items.entries()) {
    for (const { projectId, hits } of finder.find(item)) found.get(projectId)!.set(index, hits)
  }
  return found
}

interface Measured {
  rows: { id: string; values: Record<string, number> }[]
  mean: Record<string, number>
}

/** Every figure per product and in the mean over the products. */
export function measureAll(judged: Judged): Measured {
  return measureCandidates(judged, findAll(judged))
}

function measureCandidates(judged: Judged, candidates: Candidates): Measured {
  const corpus = new Corpus(judged.items)
  const rows = judged.products.map((product) => measure(judged, corpus, product, candidates.get(product.id)!))
  const columns = Object.keys(rows[0]?.values ?? {})
  const means = columns.map((column) => [column, mean(rows.map(({ values }) => values[column]!))] as const)
  return { rows, mean: Object.fromEntries(means) }
}

function print({ rows, mean: means }: Measured): void {
  const columns = Object.keys(means)
  console.log(['', ...columns].map(cell).join(''))
  for (const { id, values } of [...rows, { id: 'mean', values: means }]) {
    console.log([id, ...columns.map((column) => figure(values[column]!))].map(cell).join(''))
  }
}

function measure(judged: Judged, corpus: Corpus, product: Product, candidates: ReadonlyMap<number, Hit[]>) {
  const compiled = compileProfile(product.profile)
  const indexes = judged.items.keys().filter((index) => product.labels.has(judged.items[index]!.id))
  const graded = [...indexes].map((index) => ({ index, label: product.labels.get(judged.items[index]!.id)! }))
  const engine = quality(
    graded.map(({ index, label }) => {
      const hits = candidates.get(index)
      // What the gate holds back comes last.
      const score = hits ? scoreItem(compiled, judged.items[index]!, hits, judged.now).score : Number.NEGATIVE_INFINITY
      return { label, score }
    }),
  )
  const leads = graded.filter(({ label }) => label >= 2)
  const values: Record<string, number> = {
    'nDCG@10': engine.ndcg,
    'p@10': engine.precision,
    recall: mean(leads.map(({ index }) => (candidates.has(index) ? 1 : 0))),
    'per 1000': (candidates.size / judged.items.length) * 1000,
  }
  for (const [name, baseline] of Object.entries(baselines(corpus, product.profile))) {
    const { ndcg, precision } = quality(graded.map(({ index, label }) => ({ label, score: baseline(index) })))
    values[name] = ndcg
    values[`${name} p`] = precision
  }
  return { id: product.id, values }
}

/** The first ten of the whole file for one product, as a person would read them. */
function showTop({ products, items, now }: Judged, candidates: Candidates, id: string): number {
  const product = products.find((known) => known.id === id)
  if (!product) {
    console.log(`leads: no product ${id}; there are ${products.map((known) => known.id).join(', ')}`)
    return 2
  }
  const compiled = compileProfile(product.profile)
  const ranking = [...candidates.get(id)!]
    .map(([index, hits]) => ({ item: items[index]!, scored: scoreItem(compiled, items[index]!, hits, now) }))
    .sort((a, b) => b.scored.score - a.scored.score)
  for (const { item, scored } of ranking.slice(0, 10)) {
    const label = product.labels.get(item.id)
    console.log(`\n${scored.score}  label ${scored.label}  judged ${label ?? '-'}  r/${item.subreddit}  ${item.id}`)
    console.log(item.title)
    console.log(item.body.replace(/\s+/g, ' ').slice(0, 400))
    console.log(parts(scored))
  }
  return 0
}

function parts(scored: Scored): string {
  return scored.components
    .map(
      ({ name, points, reasons }) => `  ${name} ${points}: ${reasons.map((r) => `${r.text} ${r.points}`).join('; ')}`,
    )
    .join('\n')
}

const cell = (text: string, column: number) => (column === 0 ? text.padEnd(12) : text.padStart(10))
const figure = (value: number) => value.toFixed(value >= 10 ? 1 : 3)
