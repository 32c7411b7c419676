import { useEffect, useState } from 'react'
import type { Import } from '../contract.ts'

/** The progress of an import at one time. */
export interface Sample {
  /** Milliseconds. */
  at: number
  items: number
  bytes: number
}

export interface Speed {
  itemsPerSecond: number
  /** Null if unknown. */
  secondsLeft: number | null
}

/** Older samples say little about the current speed. */
const rememberedMs = 20_000

/** The shortest time span to measure a speed. */
const leastMs = 2_000

/** Adds a sample and drops old ones. Starts over if the progress decreased, as in another state or run. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last && next.at <= last.at) return samples
  const goesOn = last && next.bytes >= last.bytes && next.items >= last.items
  return [...(goesOn ? samples.filter(({ at }) => next.at - at <= rememberedMs) : []), next]
}

/** Returns the speed and remaining time; null until enough is known. */
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

/** Returns the speed of an import or upload, from the updates received while it is shown. */
export function useSpeed({ itemsNew, itemsKnown, bytesDone, bytesTotal, updatedAt }: Import): Speed | null {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const items = itemsNew + itemsKnown
  useEffect(() => {
    setSamples((known) => withSample(known, { at: Date.parse(updatedAt), items, bytes: bytesDone }))
  }, [updatedAt, items, bytesDone])
  return speedOf(samples, bytesTotal)
}
