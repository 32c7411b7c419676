/** A day with far more mentions than the days before it. */
export interface Spike {
  index: number
  count: number
  /** The median of the days before. */
  usual: number
}

/** How many days before a day say what is usual, and how many of them must be known. */
export const spikeWindow = 28
const knownLeast = 7
/** What makes a spike: at least this many mentions, and this many times the usual number. */
const countLeast = 5
const timesUsual = 3

/**
 * Returns the spikes in counts by day, oldest first. Of consecutive days with too many mentions, only the highest is a
 * spike.
 */
export function spikesOf(counts: readonly number[]): Spike[] {
  const spikes: Spike[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const [index, count] of counts.entries()) {
    if (count < countLeast) continue
    const before = counts.slice(Math.max(0, index - spikeWindow), index)
    const usual = medianOf(before)
    if (before.length < knownLeast || count < timesUsual * usual) continue
    const known = spikes.at(-1)
    if (known && last === index - 1) {
      if (count > known.count) spikes[spikes.length - 1] = { index, count, usual }
    } else spikes.push({ index, count, usual })
    last = index
  }
  return spikes
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length === 0 ? 0 : (sorted[Math.ceil(middle - 1)]! + sorted[Math.floor(middle)]!) / 2
}
