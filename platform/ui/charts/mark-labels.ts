/** A label above a chart, centered at `x`. */
interface PlacedLabel {
  x: number
  text: string
}

/** Joins labels, with a dash for three or more numbers in a row: `1–4, 7`. */
export function joinLabels(labels: readonly string[]): string {
  const sorted = labels.toSorted((a, b) => Number(a) - Number(b))
  const runs: string[][] = []
  for (const label of sorted) {
    const run = runs.at(-1)
    if (run && Number(label) === Number(run.at(-1)) + 1) run.push(label)
    else runs.push([label])
  }
  return runs.flatMap((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run)).join(', ')
}

/** Joins labels that would touch. `marks` are in the order of their `x`, and so is the result. */
export function placeLabels(
  marks: readonly { x: number; labels: readonly string[] }[],
  widthOf: (text: string) => number,
  gap: number,
): PlacedLabel[] {
  const groups: { from: number; to: number; labels: string[] }[] = []
  const spanOf = ({ from, to, labels }: (typeof groups)[number]) => {
    const half = widthOf(joinLabels(labels)) / 2
    const middle = (from + to) / 2
    return { left: middle - half, right: middle + half }
  }
  for (const { x, labels } of marks) {
    let next = { from: x, to: x, labels: [...labels] }
    // A joined label is wider and may touch the one before it.
    for (let last = groups.at(-1); last && spanOf(last).right + gap > spanOf(next).left; last = groups.at(-1)) {
      groups.pop()
      next = { from: last.from, to: next.to, labels: [...last.labels, ...next.labels] }
    }
    groups.push(next)
  }
  return groups.map(({ from, to, labels }) => ({ x: (from + to) / 2, text: joinLabels(labels) }))
}
