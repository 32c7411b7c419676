/** Returns the smallest power of two, from 16 on, that is not less than `least`. */
export function powerOfTwo(least: number): number {
  let size = 16
  while (size < least) size *= 2
  return size
}

/** Copies a full table into a larger one. */
export function copyInto<T extends Int32Array | Uint8Array | Uint16Array | Float64Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
