/** The least power of two that is not less. */
export function powerOfTwo(least: number): number {
  let size = 16
  while (size < least) size *= 2
  return size
}

/** Moves what a full table holds into a larger one. */
export function copyInto<T extends Int32Array | Uint8Array | Uint16Array | Float64Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
