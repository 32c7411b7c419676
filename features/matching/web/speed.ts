import { useEffect, useState } from 'react'
import type { Import } from '../contract.ts'

/** How far an import was at a moment. */
export interface Sample {
  /** Milliseconds. */
  at: number
  items: number
  bytes: number
}

export interface Speed {
  itemsPerSecond: number
  /** Null where it can't be said. */
  secondsLeft: number | null
}

/** What happened longer ago says little about now. */
const rememberedMs = 20_000

/** Two moments so close together say nothing yet. */
const leastMs = 2_000

/** The samples with one more, those that are too old left out; a step back (another state, another run) begins anew. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last && next.at <= last.at) return samples
  const goesOn = last && next.bytes >= last.bytes && next.items >= last.items
  return [...(goesOn ? samples.filter(({ at }) => next.at - at <= rememberedMs) : []), next]
}

/** How fast it is, and how long still; null as long as too little is known. */
export function speedOf(samples: readonly Sample[], bytesTotal: number): Speed | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < leastMs) return null
  const seconds = (last.at - first.at) / 1000
  const bytesPerSecond = (last.bytes - first.bytes) / seconds
  return {
    itemsPerSecond: (last.items - first.items) / seconds,
    secondsLeft: bytesPerSecond > 0 ? (bytesTotal - last.bytes) / bytesPerSecond : null,
  }
}

/** How fast an import is read or sent, from what the server said of it while it was looked at. */
export function useSpeed({ itemsNew, itemsKnown, bytesDone, bytesTotal, updatedAt }: Import): Speed | null {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const items = itemsNew + itemsKnown
  useEffect(() => {
    setSamples((known) => withSample(known, { at: Date.parse(updatedAt), items, bytes: bytesDone }))
  }, [updatedAt, items, bytesDone])
  return speedOf(samples, bytesTotal)
}
