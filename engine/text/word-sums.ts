import { instantiateKernels } from '../kernels.ts'

/**
 * Weighted sums of rows of small whole numbers, by engine/kernels/sums.ts, which adds four at once: no other part of
 * reading an item is as much arithmetic.
 */
interface RowSums {
  /** The rows one after another, in the memory of the kernels. */
  rows: Int8Array
  /** The sum of some rows, each times its weight, in single precision; `into` is overwritten. */
  sum(into: Float32Array, numbers: ArrayLike<number>, weights: ArrayLike<number>, count: number): void
}

/** `width`, the length of a row, is a multiple of 32. */
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
