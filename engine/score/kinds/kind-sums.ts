import { instantiateKernels } from '../../kernels.ts'

/**
 * What the terms of a text tell for each kind of product, and powers of e of that: hundreds of both for each item, so
 * that engine/kernels/sums.ts does it.
 */
interface KindSums {
  /** By kind; overwritten by `tell`, and again by `raise`. */
  sums: Float32Array
  /** To be filled before `tell`: which terms, and how much each says. */
  terms: Int32Array
  parts: Float32Array
  /** How often `tell` was called: what the sums were told by another call, they hold no more. */
  turn: number
  /** Adds up what the first `count` terms tell, each as much as its part says. */
  tell(count: number): void
  /** Makes of each sum e to the power of so many times the sum; answers with all of them together. */
  raise(factor: number): number
}

/** What a term tells for a kind (its place, below 256). */
export interface KindWeight {
  kind: number
  weight: number
}

/** `tellings` by term. */
export function kindSums(tellings: readonly (readonly KindWeight[])[], kinds: number): KindSums {
  const all = tellings.flat()
  const width = Math.ceil(kinds / 4) * 4
  const firstsAt = all.length * 4
  const terms = firstsAt + (tellings.length + 1) * 4
  const parts = terms + tellings.length * 4
  const sums = Math.ceil((parts + tellings.length * 4) / 16) * 16
  const { memory, kernels } = instantiateKernels(sums + width * 4)
  // The number of a kind stands in the lowest byte of what is told for it, which is far less than is known.
  new Float32Array(memory, 0, all.length).set(all.map(({ weight }) => weight))
  const bytes = new Uint8Array(memory)
  for (const [at, { kind }] of all.entries()) bytes[at * 4] = kind
  const firsts = new Int32Array(memory, firstsAt, tellings.length + 1)
  for (const [term, told] of tellings.entries()) firsts[term + 1] = firsts[term]! + told.length * 4
  const room = new Float32Array(memory, sums, width)
  const own: KindSums = {
    turn: 0,
    sums: room.subarray(0, kinds),
    terms: new Int32Array(memory, terms, tellings.length),
    parts: new Float32Array(memory, parts, tellings.length),
    tell(count) {
      own.turn++
      room.fill(0)
      kernels.tell(terms, parts, count, firstsAt, sums)
    },
    raise(factor) {
      // Numbers beyond the last kind are 0, and e to the power of 0 is 1.
      return kernels.raise(sums, width, factor) - (width - kinds)
    },
  }
  return own
}
