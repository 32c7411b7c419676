import type { Label } from '#engine/score/component.ts'

export interface Graded {
  score: number
  label: Label
}

/** The gains of an item in the ranking, for the labels 0 to 3. */
const gains = [0, 0, 1, 3] as const
const cut = 10
const recallCut = 30

export interface Quality {
  ndcg: number
  precision: number
  /** The share of the leads in the first 30. */
  recall: number
}

/**
 * Returns nDCG@10, precision@10 and recall@30 of one ranking of judged items. Items with equal scores share their
 * ranks: each gets the mean of the group, as in a random order on average.
 */
export function quality(items: readonly Graded[]): Quality {
  const order = items.toSorted((a, b) => compare(b.score, a.score))
  const leads = items.filter(({ label }) => label >= 2).length
  const ideal = discounted(items.map(({ label }) => gains[label]).sort((a, b) => b - a))
  const actual = discounted(shared(order, ({ label }) => gains[label]))
  const found = shared(order, ({ label }) => (label >= 2 ? 1 : 0))
  // Items that the gate rejected aren't in any list.
  const listed = found.slice(
    0,
    Math.min(recallCut, order.filter(({ score }) => score > Number.NEGATIVE_INFINITY).length),
  )
  return {
    ndcg: ideal === 0 ? 0 : actual / ideal,
    precision: leads === 0 ? 0 : sum(found.slice(0, cut)) / Math.min(cut, leads),
    recall: leads === 0 ? 0 : sum(listed) / leads,
  }
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function discounted(values: readonly number[]): number {
  return sum(values.slice(0, cut).map((value, index) => value / Math.log2(index + 2)))
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
