import {
  assemble,
  assembled,
  constant,
  four,
  i32,
  isBelow,
  loadFloat,
  loadWhole,
  plus,
  v128,
  whileTrue,
} from '../match/assembly.ts'

/**
 * Weighted sums of rows of small whole numbers, in WebAssembly since that adds four at once: nothing else of an item's
 * reading is as much arithmetic. The module is put together here, so that it stays readable beside what calls it.
 */
interface RowSums {
  /** The rows one after another; they stand in the module's own memory. */
  rows: Int8Array
  /** The sum of some rows, each times its weight, in single precision; `into` is overwritten. */
  sum(into: Float32Array, numbers: ArrayLike<number>, weights: ArrayLike<number>, count: number): void
}

/** So many numbers of a row are summed at a time, over all rows: as many as the processor's registers hold. */
const blockWidth = 32

/** `width`, the length of a row, is a multiple of 32. */
export function rowSums(rows: Int8Array, width: number): RowSums {
  const most = rows.length / width
  const from = Math.ceil(rows.length / 16) * 16
  const apart = most * 4
  const result = Math.ceil((from + 2 * apart) / 16) * 16
  const { memory, functions } = assemble<{ sum(from: number, apart: number, to: number, into: number): void }>(
    result + width * 4,
    [sumOf(width)],
  )
  const own = new Int8Array(memory, 0, rows.length)
  own.set(rows)
  const places = new Int32Array(memory, from, most)
  const factors = new Float32Array(memory, from + apart, most)
  const total = new Float32Array(memory, result, width)
  return {
    rows: own,
    sum(into, numbers, weights, count) {
      for (let at = 0; at < count; at++) {
        places[at] = numbers[at]! * width
        factors[at] = weights[at]!
      }
      functions.sum(from, apart, from + count * 4, result)
      into.set(total)
    },
  }
}

/** `from`, `to`: where the rows' places stand; `apart`: how far behind each its weight stands; `into`: the sum. */
function sumOf(width: number) {
  const registers = Array.from({ length: blockWidth / 4 }, () => v128)
  return assembled(
    'sum',
    { parameters: [i32, i32, i32, i32], results: [], locals: [i32, i32, i32, v128, v128, ...registers] },
    (from, apart, to, into, column, at, row, weight, eight, ...sums) => [
      whileTrue(
        isBelow(column.get, constant(width)),
        ...sums.map((sum) => sum.set(four.zero)),
        at.set(from.get),
        whileTrue(
          isBelow(at.get, to.get),
          row.set(plus(loadWhole(at.get), column.get)),
          weight.set(four.splat(loadFloat(plus(at.get, apart.get)))),
          ...sums.flatMap((sum, number) => {
            const half = number % 2 === 0 ? four.lowHalf : four.highHalf
            const more = four.times(four.toFloats(half(eight.get)), weight.get)
            const loaded = number % 2 === 0 ? [eight.set(four.loadEight(row.get, number * 4))] : []
            return [...loaded, sum.set(four.plus(sum.get, more))]
          }),
          at.add(4),
        ),
        ...sums.map((sum, number) => four.store(into.get, sum.get, number * 16)),
        into.add(blockWidth * 4),
        column.add(blockWidth),
      ),
    ],
  )
}
