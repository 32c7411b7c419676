import type { Ranking } from './held-out.ts'

const limit = 10

/** Prints the ten highest judged items that aren't leads, and the ten lowest hot leads, with reasons. */
export function printMistakes(rankings: readonly Ranking[]): void {
  const judged = rankings.flatMap(({ product, items }) =>
    items.flatMap((item, rank) => (item.label === null ? [] : [{ ...item, product: product.id, rank }])),
  )
  const high = judged.filter(({ label }) => label! < 2).sort((a, b) => a.rank - b.rank)
  const low = judged.filter(({ label }) => label === 3).sort((a, b) => b.rank - a.rank)
  for (const [title, mistakes] of [
    ['Highest-ranked non-leads', high],
    ['Lowest-ranked hot leads', low],
  ] as const) {
    console.log(`\n${title}`)
    for (const { product, rank, label, item, scored } of mistakes.slice(0, limit)) {
      console.log(
        `  ${product} rank ${rank + 1}, score ${scored.score}, label ${label}: r/${item.subreddit} ${item.id}`,
      )
      for (const { name, points, reasons } of scored.components.slice(0, 2)) {
        console.log(`    ${name} ${points}: ${reasons.map((reason) => `${reason.text} ${reason.points}`).join('; ')}`)
      }
    }
  }
}

/** Prints the first ten of the whole file per product: how many were judged, and how many of these are leads. */
export function printTopTen(
  rankings: readonly Ranking[],
  further: ReadonlyMap<string, ReadonlyMap<string, number>>,
): void {
  console.log('\nLabels of the top 10 per product, whole file: shared data, (bench/quality/judgments), - not judged')
  let judged = 0
  let leads = 0
  let reachable = 0
  for (const { product, items } of rankings) {
    reachable += Math.min(limit, knownLeads(product.labels, further.get(product.id)))
    const labels = items.slice(0, limit).map(({ item, label }) => {
      const other = further.get(product.id)?.get(item.id)
      const known = label ?? other
      if (known !== undefined) judged++
      if (known !== undefined && known >= 2) leads++
      return label !== null ? `${label}` : other !== undefined ? `(${other})` : '-'
    })
    console.log(`  ${product.id.padEnd(12)}${labels.map((label) => label.padStart(5)).join('')}`)
  }
  const all = rankings.length * limit
  console.log(
    `  ${judged} of ${all} judged (${percent(judged / all)}), ${leads} of them leads (${percent(leads / judged)})`,
  )
  console.log(
    `  at most ${reachable} of ${all} can be leads (${percent(reachable / all)}): some products have fewer than ${limit} known leads`,
  )
}

/** Returns the number of known leads of a product by both labels, where those of the shared data take precedence. */
function knownLeads(labels: ReadonlyMap<string, number>, further: ReadonlyMap<string, number> = new Map()): number {
  return [...new Map([...further, ...labels]).values()].filter((label) => label >= 2).length
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`
}
