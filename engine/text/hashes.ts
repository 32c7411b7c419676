export const spreadFactor = 0x2c1b3c6d

/** Makes the lower bits of a hash depend on all of it. */
export function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), spreadFactor)
  return mixed ^ (mixed >>> 13)
}
