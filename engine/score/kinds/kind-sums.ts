import { instantiateKernels } from '../../kernels.ts'

/**
 * Sums of the weights of a text's terms for each kind of product, and powers of e of these sums. Each item needs
 * hundreds of both, so engine/kernels/sums.ts computes them.
 */
interface KindSums {
  /** By kind; overwritten by `tell`, and again by `raise`. */
  sums: Float32Array
  /** The input of `tell`: terms, and how much each counts. */
  terms: Int32Array
  parts: Float32Array
  /** The number of calls of `tell`; each discards the sums of the previous call. */
  turn: number
  /** Adds up the weights of the first `count` terms, each times its part. */
  tell(count: number): void
  /** Replaces each sum with e to the power of `factor` times the sum, and returns the total. */
  raise(factor: number): number
}

/** The weight of a term for a kind (its index, below 256). */
export interface KindWeight {
  kind: number
  weight: number
}

/** Returns the sums for `tellings`, which are by term. */
export function kindSums(tellings: readonly (readonly KindWeight[])[], kinds: number): KindSums {
  const all = tellings.flat()
  const width = Math.ceil(kinds / 4) * 4
  const firstsAt = all.length * 4
  const terms = firstsAt + (tellings.length + 1) * 4
  const parts = terms + tellings.length * 4
  const sums = Math.ceil((parts + tellings.length * 4) / 16) * 16
  const { memory, kernels } = instantiateKernels(sums + width * 4)
  // A kind's number uses the lowest byte of its weight, which is far more precise than needed.
  new Float32Array(memory, 0, all.length).set(all.map(({ weight }) => weight))
  const bytes = new Uint8Array(memory)
  for (const [at, { kind }] of all.entries()) bytes[at * 4] = kind
  const firsts = new Int32Array(memory, firstsAt, tellings.length + 1)
  for (const [term, weights] of tellings.entries()) firsts[term + 1] = firsts[term]! + weights.length * 4
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
