import { instantiateKernels } from '../kernels.ts'

/** Weighted sums of rows of small integers, four at a time, as no other part of reading takes more arithmetic. */
interface RowSums {
  /** The rows, one after another, in the memory of the kernels. */
  rows: Int8Array
  /** Writes the sum of some rows, each times its weight, to `into` in single precision. */
  sum(into: Float32Array, numbers: ArrayLike<number>, weights: ArrayLike<number>, count: number): void
}

/** Returns the sums for rows whose length, `width`, is a multiple of 32. */
export function rowSums(rows: Int8Array, width: number): RowSums {
  const most = rows.length / width
  const offsetsAt = Math.ceil(rows.length / 16) * 16
  const factorsAt = offsetsAt + most * 4
  const sumsAt = Math.ceil((factorsAt + most * 4) / 16) * 16
  const { memory, kernels } = instantiateKernels(sumsAt + width * 4)
  const own = new Int8Array(memory, 0, rows.length)
  own.set(rows)
  const offsets = new Int32Array(memory, offsetsAt, most)
  const factors = new Float32Array(memory, factorsAt, most)
  const total = new Float32Array(memory, sumsAt, width)
  return {
    rows: own,
    sum(into, numbers, weights, count) {
      for (let at = 0; at < count; at++) {
        offsets[at] = numbers[at]! * width
        factors[at] = weights[at]!
      }
      kernels.sumRows(offsetsAt, factorsAt, count, width, sumsAt)
      into.set(total)
    },
  }
}
