import { readFileSync } from 'node:fs'
import { buildFinder } from '#engine/candidates/candidates.ts'
import { feedbackOf } from '#engine/learn/feedback.ts'
import { type Learned, learn, signsOf, type Verdict } from '#engine/learn/learn.ts'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Label } from '#engine/score/component.ts'
import { compileProfile, scoreItem } from '#engine/score/score.ts'
import { folder, type Judged, loadJudged } from './judged.ts'
import { mean, quality } from './ranking.ts'

const decisionCounts = [10, 30] as const
const rounds = 20
/** The noise in the order in which leads are reviewed, in points either way from the engine's score. */
const noise = 8

/**
 * Measures what decisions do for other leads (DESIGN 4 "Learn"). Decides on the first 10 or 30 judged candidates of a
 * product as its judges did. Then ranks the others with and without the result.
 */
export async function run(): Promise<number> {
  const judged = await loadJudged()
  if (!judged) {
    console.log('learn: skipped, ../shared/data/posts.ndjson.gz not found')
    return 0
  }
  const products = readProducts(judged)
  for (const count of decisionCounts) {
    const { before, after, better, worse, rest, leads } = simulate(products, count)
    console.log(
      `After ${count} decisions, remaining items (${rest.toFixed(0)} items, ${leads.toFixed(1)} leads per product): ` +
        `nDCG@10 ${arrow(before.ndcg, after.ndcg)}, p@10 ${arrow(before.precision, after.precision)}; ` +
        `${better} of ${products.length} products better, ${worse} worse`,
    )
  }
  console.log(
    `${products.length} products, ${rounds} review orders each. The engine was trained on these products, so decisions improve ` +
      'them less than a new product. With few remaining leads, the result of a single product varies widely.',
  )
  console.log(speed(products))
  return 0
}

interface Row {
  item: SourceRecord
  label: Label
  score: number
  verdict: Verdict
}

/** Returns the judged candidates of each product. Others can't be decided on here. */
function readProducts({ products, items }: Judged): Row[][] {
  const judgments: Record<string, Record<string, [Label, string]>> = JSON.parse(
    readFileSync(new URL('leads/labels.json', folder), 'utf8'),
  )
  const finder = buildFinder(products)
  const compiled = new Map(products.map(({ id, profile }) => [id, compileProfile(profile)]))
  const rows = new Map(products.map(({ id }): [string, Row[]] => [id, []]))
  for (const item of items) {
    for (const { projectId, hits } of finder.find(item)) {
      const judgment = judgments[projectId]?.[item.id]
      if (!judgment) continue
      const [label, note] = judgment
      const { score } = scoreItem(compiled.get(projectId)!, item, hits)
      rows.get(projectId)!.push({ item, label, score, verdict: verdictOf(label, note) })
    }
  }
  return [...rows.values()]
}

const advertising =
  /promo|launch|built|builder|own (app|tool|product|saas|startup|agency|service)|advert|founder|sells|offer/i

/** Returns the verdict that a user would give, as far as the judge's note shows it. */
function verdictOf(label: Label, note: string): Verdict {
  if (label >= 2) return 'accepted'
  if (advertising.test(note)) return 'advertising'
  return label === 0 ? 'wrongPerson' : 'notBuying'
}

function simulate(products: readonly Row[][], count: number) {
  const results = products.map((rows) => {
    const trials = Array.from({ length: rounds }, (_, round) => trial(rows, count, round))
    const figure = (value: (each: (typeof trials)[number]) => number) => mean(trials.map(value))
    return {
      before: { ndcg: figure((each) => each.before.ndcg), precision: figure((each) => each.before.precision) },
      after: { ndcg: figure((each) => each.after.ndcg), precision: figure((each) => each.after.precision) },
      rest: figure((each) => each.rest),
      leads: figure((each) => each.leads),
    }
  })
  const over = (value: (each: (typeof results)[number]) => number) => mean(results.map(value))
  const gains = results.map(({ before, after }) => after.ndcg - before.ndcg)
  return {
    before: { ndcg: over(({ before }) => before.ndcg), precision: over(({ before }) => before.precision) },
    after: { ndcg: over(({ after }) => after.ndcg), precision: over(({ after }) => after.precision) },
    better: gains.filter((gain) => gain > 0.005).length,
    worse: gains.filter((gain) => gain < -0.005).length,
    rest: over(({ rest }) => rest),
    leads: over(({ leads }) => leads),
  }
}

function trial(rows: readonly Row[], count: number, round: number) {
  const random = pseudoRandom(round + 1)
  const reviewed = rows
    .map((row) => ({ row, order: row.score + (round === 0 ? 0 : (random() * 2 - 1) * noise) }))
    .sort((a, b) => b.order - a.order)
    .map(({ row }) => row)
  const learned = learnedFrom(reviewed.slice(0, count))
  const rest = reviewed.slice(count)
  return {
    before: quality(rest),
    after: quality(rest.map((row) => ({ ...row, score: row.score + (feedbackOf(learned, row.item)?.points ?? 0) }))),
    rest: rest.length,
    leads: rest.filter(({ label }) => label >= 2).length,
  }
}

function learnedFrom(rows: readonly Row[]): Learned {
  return learn(rows.map(({ item, verdict }) => ({ id: item.id, signs: signsOf(item), verdict })))
}

/** Returns the cost of one more item for a project with many decisions, including reading. */
function speed(products: readonly Row[][]): string {
  const rows = products.flat()
  const learned = learnedFrom(rows.slice(0, 200))
  const begun = performance.now()
  for (const { item } of rows) feedbackOf(learned, item)
  return `${(((performance.now() - begun) * 1000) / rows.length).toFixed(0)} µs per item with 200 decisions`
}

function arrow(before: number, after: number): string {
  return `${before.toFixed(3)} -> ${after.toFixed(3)}`
}
