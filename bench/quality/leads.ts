import { parseArgs } from 'node:util'
import { buildFinder, isListed } from '#engine/candidates/candidates.ts'
import { distinguishing } from '#engine/explain/distinguishing.ts'
import { headlineOf } from '#engine/explain/headline.ts'
import { judged as limits } from '#engine/judge/question.ts'
import { openNeedJudge } from '#features/leads/server/judging/encoder/need-judge.ts'
import { ablation, meanQuality, qualityOf, withNeeds, withPerfectVerdicts } from './ablation.ts'
import { baselines, Corpus } from './baselines.ts'
import { calibratedRows, firstTens, labelQuality, reliability } from './calibration.ts'
import { digestOf } from './digest.ts'
import { type HeadsFor, heldOutHeads, type Ranking, rankAll, shipped } from './held-out.ts'
import { heldOutNeeds, type Judged, loadJudged } from './judged.ts'
import { printMistakes, printTopTen } from './mistakes.ts'
import { mean, type Quality, quality } from './ranking.ts'
import { type ScoreCost, scoreCost } from './score-cost.ts'
import { textSearchScores } from './text-search.ts'
import { thinProfiles } from './thin.ts'

/**
 * Measures lead quality behind the gate (DESIGN 9), by product, each with weights trained without it, and compares it
 * with simple rankings. Then shows the effect of each component, the worst mistakes, the first ten of the whole file,
 * and the cost.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { show, digest } = parseArgs({
    args: [...argv],
    options: { show: { type: 'string' }, digest: { type: 'boolean' } },
  }).values
  const judged = await loadJudged()
  if (!judged) {
    console.log('leads: skipped, ../shared/data/posts.ndjson.gz not found')
    return 0
  }
  if (digest) {
    const all = digestOf(judged)
    console.log(`leads: ${all.candidates} scored candidates, digest ${all.digest}`)
    return 0
  }
  const heads = heldOutHeads(judged)
  const rankings = rankAll(judged, heads)
  if (show) return showTop(rankings, show)
  const { rows, mean: means } = figuresOf(judged, rankings)
  await addTextSearch(judged, rows, means)
  console.log(
    'Lead quality by product, each held out of training (pass: share of leads that pass the gate; ' +
      'per 1000: candidates per 1,000 posts; baselines: nDCG@10, and precision@10 as p)\n',
  )
  print(rows, means)
  console.log('\nnDCG@10 and precision@10 by each component alone')
  for (const { name, alone } of ablation(rankings)) {
    console.log(`  ${name.padEnd(12)}${[alone.ndcg, alone.precision].map(cellOf).join('')}`)
  }
  const all = meanQuality(rankings.map((ranking) => qualityOf(ranking)))
  console.log(`  ${'both'.padEnd(12)}${[all.ndcg, all.precision].map(cellOf).join('')}`)
  printStages(judged, rankings, heads)
  printReliability(judged, rankings)
  console.log('\nIncomplete profiles: nDCG@10, precision@10, recall@30')
  for (const { name, quality } of thinProfiles(judged, heads)) {
    console.log(`  ${name.padEnd(38)}${[quality.ndcg, quality.precision, quality.recall].map(cellOf).join('')}`)
  }
  const { leads, listed } = listedLeads(judged)
  console.log(`\n${listed} of ${leads} leads contain a keyword or competitor of their product`)
  printMistakes(rankings)
  printTopTen(rankings, judged.further)
  printCost(scoreCost(rankings))
  console.log(`  the shipped judge, per post: ${(await judgeMs(rankings)).toFixed(1)} ms on one core`)
  return 0
}

/** Prints the quality after each stage, for the measured products and for all of them. */
function printStages(all: Judged, rankings: readonly Ranking[], heads: HeadsFor): void {
  const others = rankAll({ ...all, products: all.others }, heads)
  console.log('\nStages, products held out: nDCG@10 and precision@10 of the measured products, then of all')
  const say = (name: string, of: (group: readonly Ranking[]) => Quality) => {
    const figures = [rankings, [...rankings, ...others]].map(of).flatMap(({ ndcg, precision }) => [ndcg, precision])
    console.log(`  ${name.padEnd(46)}${figures.map(cellOf).join('')}`)
  }
  say('first stage', (group) => meanQuality(group.map((ranking) => qualityOf(ranking))))
  say('and the shipped judge on the best 30', (group) => withNeeds(group, heldOutNeeds()))
  say('and a perfect judge on the best 30 instead', withPerfectVerdicts)
}

/** Prints how far scores can be taken at their word, and how right the labels of leads are. */
function printReliability(all: Judged, rankings: readonly Ranking[]): void {
  const rows = calibratedRows(rankings, heldOutNeeds(), all.further)
  const { bins, error } = reliability(rows)
  console.log('\nReliability, calibrated without the product: score, judged candidates, mean score, share of leads')
  for (const { from, count, score, share } of bins) {
    console.log(
      `  ${`${from} to ${from + 10}`.padEnd(12)}${`${count}`.padStart(6)}${[score, share].map(cellOf).join('')}`,
    )
  }
  console.log(`  calibration error ${error.toFixed(3)}`)
  const { count, score, share } = firstTens(rows)
  console.log(
    `  first tens of the whole file: ${count} read, mean score ${score.toFixed(2)}, leads ${share.toFixed(2)}`,
  )
  const { precision, recall } = labelQuality(rows, rankings)
  console.log(`  labels 2 and 3: right ${precision.toFixed(2)}, found ${recall.toFixed(2)} of the leads`)
}

/** Returns the number of leads, and how many of them a list of keywords and competitors finds, as the blog reports. */
export function listedLeads({ products, items }: Pick<Judged, 'products' | 'items'>): {
  leads: number
  listed: number
} {
  const finder = buildFinder(products)
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = products.flatMap(({ id, labels }) =>
    [...labels]
      .filter(([, label]) => label >= 2)
      .map(([item]) => finder.find(byId.get(item)!).some((each) => each.projectId === id && each.hits.some(isListed))),
  )
  return { leads: found.length, listed: found.filter(Boolean).length }
}

/** Returns the milliseconds that the shipped judge takes per post, for the best posts of a few products. */
async function judgeMs(rankings: readonly Ranking[]): Promise<number> {
  const needJudge = openNeedJudge()
  const best = rankings.slice(0, 4).map(({ product, items }) => ({
    profile: product.profile,
    posts: items.slice(0, limits.candidates).map(({ item }) => item),
  }))
  // The first question loads the model.
  await needJudge.judge(best[0]!.profile, best[0]!.posts.slice(0, 1))
  const begun = performance.now()
  for (const { profile, posts } of best) await needJudge.judge(profile, posts)
  const ms = performance.now() - begun
  await needJudge.close()
  return ms / best.reduce((sum, { posts }) => sum + posts.length, 0)
}

function printCost({ afterGate, unread, alreadyRead, words }: ScoreCost): void {
  console.log('\nScoring cost in µs per candidate and kB of text, including explanations of leads')
  const printRow = (label: string, value: number, target = '') => {
    const ratio = `${(value / words).toFixed(2)}x tokenizing`
    console.log(`  ${label.padEnd(52)}${value.toFixed(1).padStart(6)}  ${ratio}${target}`)
  }
  printRow('after the gate, for all matching products of an item', afterGate, ' (target ≤ 20 µs)')
  printRow('one candidate, item not read before', unread)
  printRow('one candidate, item already read', alreadyRead)
  console.log(`  ${'tokenizing the same text'.padEnd(52)}${words.toFixed(1).padStart(6)}`)
}

export interface Row {
  id: string
  values: Record<string, number>
}

/** Returns all figures per product, and their means. Uses the shipped weights by default. */
export function measureAll(
  judged: Judged,
  headsFor: HeadsFor = shipped,
): { rows: Row[]; mean: Record<string, number> } {
  return figuresOf(judged, rankAll(judged, headsFor))
}

function figuresOf(judged: Judged, rankings: readonly Ranking[]): { rows: Row[]; mean: Record<string, number> } {
  const corpus = new Corpus(judged.items)
  const indexes = new Map(judged.items.map(({ id }, index) => [id, index]))
  const rows = rankings.map((ranking): Row => {
    const { product, items } = ranking
    const { ndcg, precision, recall } = qualityOf(ranking)
    const passed = new Set(items.map(({ item }) => item.id))
    const leads = [...product.labels].filter(([, label]) => label >= 2)
    const values: Record<string, number> = {
      'nDCG@10': ndcg,
      'p@10': precision,
      'recall@30': recall,
      pass: mean(leads.map(([id]) => (passed.has(id) ? 1 : 0))),
      'per 1000': (items.length / judged.items.length) * 1000,
    }
    for (const [name, baseline] of Object.entries(baselines(corpus, product.profile))) {
      const simple = quality([...product.labels].map(([id, label]) => ({ label, score: baseline(indexes.get(id)!) })))
      values[name] = simple.ndcg
      values[`${name} p`] = simple.precision
    }
    return { id: product.id, values }
  })
  return { rows, mean: meansOf(rows) }
}

async function addTextSearch(judged: Judged, rows: readonly Row[], means: Record<string, number>): Promise<void> {
  const scores = await textSearchScores(judged)
  if (typeof scores === 'string') {
    console.log(`leads: ts_rank omitted, PostgreSQL didn't start (${scores})`)
    return
  }
  for (const { id, labels } of judged.products) {
    const own = quality([...labels].map(([item, label]) => ({ label, score: scores.get(id)?.get(item) ?? 0 })))
    const { values } = rows.find((row) => row.id === id)!
    values.ts_rank = own.ndcg
    values['ts_rank p'] = own.precision
  }
  Object.assign(means, meansOf(rows))
}

function meansOf(rows: readonly Row[]): Record<string, number> {
  const columns = Object.keys(rows[0]?.values ?? {})
  return Object.fromEntries(columns.map((column) => [column, mean(rows.map(({ values }) => values[column]!))]))
}

function print(rows: readonly Row[], means: Record<string, number>): void {
  const columns = Object.keys(means)
  console.log(['', ...columns].map(cell).join(''))
  for (const { id, values } of [...rows, { id: 'mean', values: means }]) {
    console.log([id, ...columns.map((column) => figure(values[column]!))].map(cell).join(''))
  }
}

/** Prints the first ten of the whole file for one product, as a person would read them. */
function showTop(rankings: readonly Ranking[], id: string): number {
  const ranking = rankings.find(({ product }) => product.id === id)
  if (!ranking) {
    console.log(
      `leads: unknown product "${id}". Choose one of: ${rankings.map(({ product }) => product.id).join(', ')}`,
    )
    return 2
  }
  for (const { item, scored, label } of ranking.items.slice(0, 10)) {
    console.log(
      `\nscore ${scored.score}  label ${scored.label}  judged ${label ?? '-'}  r/${item.subreddit}  ${item.id}`,
    )
    console.log(item.title)
    const hits = ranking.hits.get(item.id)!
    console.log(`  > ${headlineOf(ranking.compiled, item, hits)?.text ?? '-'}`)
    console.log(item.body.replace(/\s+/g, ' ').slice(0, 400))
    const others = ranking.items.slice(0, 100).flatMap((each) => (each.item === item ? [] : [each.scored.components]))
    const apart = distinguishing(scored.components, others)
    console.log(`  + ${apart.map(({ text, points }) => `${text} ${points}`).join('; ')}`)
    for (const { name, points, reasons } of scored.components) {
      console.log(`  ${name} ${points}: ${reasons.map((reason) => `${reason.text} ${reason.points}`).join('; ')}`)
    }
  }
  return 0
}

const cell = (text: string, column: number) => (column === 0 ? text.padEnd(12) : text.padStart(10))
const cellOf = (value: number) => figure(value).padStart(10)
const figure = (value: number) => value.toFixed(value >= 10 ? 1 : 3)
