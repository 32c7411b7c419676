import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const edgeBytes = 1 << 16

/**
 * Tells the same file again, whatever it is called: its size with what it begins and ends with. Enough for dumps, whose
 * ends differ where anything does; reading tens of gigabytes to be sure would cost more than the import.
 */
export function fingerprintOf(path: string, flags = constants.O_RDONLY): string {
  const handle = openSync(path, flags)
  try {
    const { size } = fstatSync(handle)
    const hash = createHash('sha256').update(`${size}\0`)
    for (const from of [0, Math.max(0, size - edgeBytes)]) {
      const edge = Buffer.alloc(Math.min(edgeBytes, size - from))
      hash.update(edge.subarray(0, readSync(handle, edge, 0, edge.length, from)))
    }
    return hash.digest('hex')
  } finally {
    closeSync(handle)
  }
}
