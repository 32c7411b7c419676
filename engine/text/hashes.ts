import { spreadFactor } from '../kernel-constants.ts'

/** Makes the lower bits of a hash depend on all of its bits. */
export function spreadHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), spreadFactor)
  return mixed ^ (mixed >>> 13)
}
