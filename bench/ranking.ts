import type { Label } from '@earshot/contract/entities'

export interface Graded {
  score: number
  label: Label
}

/** What a place in the ranking is worth by its label (0, 0, 1, 3 for labels 0 to 3). */
const gains = [0, 0, 1, 3] as const
const cut = 10

/**
 * nDCG@10 and precision@10 of one ranking of judged items. Items of equal score share their places: each is given the
 * mean of the group, which is what a random order among them yields on average.
 */
export function quality(items: readonly Graded[]): { ndcg: number; precision: number } {
  const order = items.toSorted((a, b) => compare(b.score, a.score))
  const leads = items.filter(({ label }) => label >= 2).length
  const ideal = discounted(items.map(({ label }) => gains[label]).sort((a, b) => b - a))
  const actual = discounted(shared(order, ({ label }) => gains[label]))
  const found = shared(order, ({ label }) => (label >= 2 ? 1 : 0)).slice(0, cut)
  return {
    ndcg: ideal === 0 ? 0 : actual / ideal,
    precision: leads === 0 ? 0 : sum(found) / Math.min(cut, leads),
  }
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function discounted(values: readonly number[]): number {
  return sum(values.slice(0, cut).map((value, place) => value / Math.log2(place + 2)))
}

function shared(order: readonly Graded[], value: (item: Graded) => number): number[] {
  const values: number[] = []
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && order[to]!.score === order[from]!.score) to++
    const mean = sum(order.slice(from, to).map(value)) / (to - from)
    while (values.length < to) values.push(mean)
    from = to
  }
  return values
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length
}
