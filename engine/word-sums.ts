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

/** What of the standard is used here; the compiler describes it only together with all of a browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
  ) => {
    exports: { memory: { buffer: ArrayBuffer }; sum(from: number, apart: number, to: number, into: number): void }
  }
}

/** So many numbers of a row are summed at a time, over all rows: as many as the processor's registers hold. */
const blockWidth = 32
const pageBytes = 65_536

/** `width`, the length of a row, is a multiple of 32. */
export function rowSums(rows: Int8Array, width: number): RowSums {
  const most = rows.length / width
  const from = Math.ceil(rows.length / 16) * 16
  const apart = most * 4
  const result = Math.ceil((from + 2 * apart) / 16) * 16
  const pages = Math.ceil((result + width * 4) / pageBytes)
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(width, pages)))
  const { buffer } = exports.memory
  const own = new Int8Array(buffer, 0, rows.length)
  own.set(rows)
  const places = new Int32Array(buffer, from, most)
  const factors = new Float32Array(buffer, from + apart, most)
  const total = new Float32Array(buffer, result, width)
  return {
    rows: own,
    sum(into, numbers, weights, count) {
      for (let at = 0; at < count; at++) {
        places[at] = numbers[at]! * width
        factors[at] = weights[at]!
      }
      exports.sum(from, apart, from + count * 4, result)
      into.set(total)
    },
  }
}

const [i32, v128] = [0x7f, 0x7b]
/** Parameters: places of rows, how far behind each its weight stands, where they end, where the sum goes. Then locals. */
const [from, apart, to, into, column, at, row, weight, eight, sums] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const constant = (value: number) => [0x41, ...signed(value)]
const add = [0x6a]
const advance = (local: number, by: number) => [...get(local), ...constant(by), ...add, ...set(local)]
const simd = (code: number) => [0xfd, ...unsigned(code)]
const [load8x8, store, zero, splat] = [simd(0x01), simd(0x0b), simd(0x0c), simd(0x13)]
const [lowHalf, highHalf, toFloats, plus, times] = [simd(0xa7), simd(0xa8), simd(0xfa), simd(0xe4), simd(0xe6)]
const [loadI32, loadF32, notLess, less] = [[0x28, 2, 0], [0x2a, 2, 0], [0x4f], [0x49]]
const [block, loop, end] = [[0x02, 0x40], [0x03, 0x40], [0x0b]]
const branch = (depth: number) => [0x0c, depth]
const branchIf = (depth: number) => [0x0d, depth]

const registers = Array.from({ length: blockWidth / 4 }, (_, number) => sums + number)

function bodyOf(width: number): number[] {
  const gather = registers.flatMap((sum, number) => [
    ...(number % 2 === 0 ? [...get(row), ...load8x8, 0, number * 4, ...set(eight)] : []),
    ...[...get(sum), ...get(eight), ...(number % 2 === 0 ? lowHalf : highHalf), ...toFloats],
    ...[...get(weight), ...times, ...plus, ...set(sum)],
  ])
  const eachRow = [
    ...[...get(at), ...get(to), ...notLess, ...branchIf(1)],
    ...[...get(at), ...loadI32, ...get(column), ...add, ...set(row)],
    ...[...get(at), ...get(apart), ...add, ...loadF32, ...splat, ...set(weight)],
    ...gather,
    ...[...advance(at, 4), ...branch(0)],
  ]
  const eachBlock = [
    ...registers.flatMap((sum) => [...zero, ...new Array<number>(16).fill(0), ...set(sum)]),
    ...[...get(from), ...set(at)],
    ...[...block, ...loop, ...eachRow, ...end, ...end],
    ...registers.flatMap((sum, number) => [...get(into), ...get(sum), ...store, 2, number * 16]),
    ...advance(into, blockWidth * 4),
    ...advance(column, blockWidth),
    ...[...get(column), ...constant(width), ...less, ...branchIf(0)],
  ]
  const locals = [2, 3, i32, 2 + registers.length, v128]
  return [...locals, ...loop, ...eachBlock, ...end, ...end]
}

/** A module of one function and its memory. */
function moduleOf(width: number, pages: number): Uint8Array {
  const body = bodyOf(width)
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)]
  const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 4, i32, i32, i32, i32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('sum'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ])
}

/** Numbers as the format has them: seven bits a byte, the least first. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)]
}
