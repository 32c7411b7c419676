import { useEffect, useState } from 'react'
import type { Import } from '../contract.ts'
import type { Sample, Speed } from './speed.ts'
import { speedOf, withSample } from './speed.ts'

/** How fast an import is read or sent, from what the server said of it while it was looked at. */
export function useSpeed({ itemsNew, itemsKnown, bytesDone, bytesTotal, updatedAt }: Import): Speed | null {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const items = itemsNew + itemsKnown
  useEffect(() => {
    setSamples((known) => withSample(known, { at: Date.parse(updatedAt), items, bytes: bytesDone }))
  }, [updatedAt, items, bytesDone])
  return speedOf(samples, bytesTotal)
}
