import {
  add,
  advance,
  assemble,
  block,
  branch,
  branchIf,
  constant,
  end,
  four,
  get,
  i32,
  less,
  loadF32,
  loadI32,
  loop,
  notLess,
  set,
  v128,
} from './assembly.ts'

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
    [{ name: 'sum', parameters: [i32, i32, i32, i32], results: [], locals, body: bodyOf(width) }],
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

/** Parameters: places of rows, how far behind each its weight stands, where they end, where the sum goes. Then locals. */
const [from, apart, to, into, column, at, row, weight, eight, sums] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const registers = Array.from({ length: blockWidth / 4 }, (_, number) => sums + number)
const locals = [
  [3, i32],
  [2 + registers.length, v128],
] as const

function bodyOf(width: number): number[] {
  const gather = registers.flatMap((sum, number) => [
    ...(number % 2 === 0 ? [...get(row), ...four.loadEight(number * 4), ...set(eight)] : []),
    ...[...get(sum), ...get(eight), ...(number % 2 === 0 ? four.lowHalf : four.highHalf), ...four.toFloats],
    ...[...get(weight), ...four.times, ...four.plus, ...set(sum)],
  ])
  const eachRow = [
    ...[...get(at), ...get(to), ...notLess, ...branchIf(1)],
    ...[...get(at), ...loadI32(), ...get(column), ...add, ...set(row)],
    ...[...get(at), ...get(apart), ...add, ...loadF32(), ...four.splat, ...set(weight)],
    ...gather,
    ...[...advance(at, 4), ...branch(0)],
  ]
  const eachBlock = [
    ...registers.flatMap((sum) => [...four.zero, ...set(sum)]),
    ...[...get(from), ...set(at)],
    ...[...block, ...loop, ...eachRow, ...end, ...end],
    ...registers.flatMap((sum, number) => [...get(into), ...get(sum), ...four.store(number * 16)]),
    ...advance(into, blockWidth * 4),
    ...advance(column, blockWidth),
    ...[...get(column), ...constant(width), ...less, ...branchIf(0)],
  ]
  return [...loop, ...eachBlock, ...end]
}
