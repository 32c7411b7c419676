import { median } from '../../quantiles.ts'
import type { Ended, Verdict } from '../promises.ts'

/**
 * How much more memory the product may need in the last third of weeks than in the first one, as a ratio of medians. A
 * single week depends on when garbage was last collected: it varies between 394 and 664 MB.
 */
const memoryMost = 1.25
/** How much more the disk may grow in the last weeks than in the ones before, as a ratio. */
const growthMost = 1.5
/** In fewer weeks, most growth is tables that are created at first, and memory depends on when a worker was killed. */
const weeksLeast = 6

/** Memory and disk. */
export async function growthPromises({ weeks, machine }: Ended): Promise<Verdict[]> {
  const memory = weeks.map(({ memoryMegabytes }) => memoryMegabytes)
  const disk = weeks.map(({ diskMegabytes }) => diskMegabytes)
  const third = Math.floor(disk.length / 3)
  const ratio = median(memory.slice(2 * third)) / median(memory.slice(0, third))
  const growth = (from: number, to: number) => ((disk[to] ?? 0) - (disk[from] ?? 0)) / Math.max(1, to - from)
  const middle = growth(third, 2 * third)
  const last = growth(2 * third, disk.length - 1)
  const errors = [...machine.errors()].map(([words, count]) => `${count} times ${words}`)
  for (const line of errors) console.log(`logged  ${line}`)
  return [
    {
      promise: `Memory in the last weeks at most ${memoryMost} times that of the first ones`,
      looked: `${ratio.toFixed(2)} times, ${Math.max(...memory).toFixed(0)} MB at most (judged from ${weeksLeast} weeks on)`,
      faults: disk.length < weeksLeast || ratio <= memoryMost ? [] : [`${ratio.toFixed(2)} times`],
    },
    {
      promise: `Disk grows at most ${growthMost} times as fast in the last weeks as before`,
      looked: `${middle.toFixed(2)} MB a week, then ${last.toFixed(2)} MB a week (judged from ${weeksLeast} weeks on)`,
      faults:
        disk.length < weeksLeast || last <= Math.max(1, middle) * growthMost ? [] : [`${disk.at(-1)?.toFixed(0)} MB`],
    },
  ]
}
