/**
 * What the engine's WebAssembly modules are put together from, by the names and numbers of the standard's binary
 * format. Modules are written in their source as lists of bytes, so that they stay readable beside what calls them.
 */

/** What of the standard is used here; the compiler describes it only together with all of a browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: object }
}

export const [i32, f32, v128] = [0x7f, 0x7d, 0x7b]

export const get = (local: number) => [0x20, local]
export const set = (local: number) => [0x21, local]
export const constant = (value: number) => [0x41, ...signed(value)]
export const advance = (local: number, by: number) => [...get(local), ...constant(by), ...add, ...set(local)]
export const [add, shiftLeft, less, notLess] = [[0x6a], [0x74], [0x49], [0x4f]]
export const [plusOne, timesOne] = [[0x92], [0x94]]
/** Loads and stores of one number, with its alignment; behind them the place is `at` bytes farther on. */
export const loadByte = (at = 0) => [0x2d, 0, ...unsigned(at)]
export const loadI32 = (at = 0) => [0x28, 2, ...unsigned(at)]
export const loadF32 = (at = 0) => [0x2a, 2, ...unsigned(at)]
export const storeF32 = (at = 0) => [0x38, 2, ...unsigned(at)]
export const [block, loop, end] = [[0x02, 0x40], [0x03, 0x40], [0x0b]]
export const branch = (depth: number) => [0x0c, depth]
export const branchIf = (depth: number) => [0x0d, depth]

const simd = (code: number) => [0xfd, ...unsigned(code)]
/** Of four numbers at once. */
export const four = {
  load: (at = 0) => [...simd(0x00), 4, ...unsigned(at)],
  store: (at = 0) => [...simd(0x0b), 2, ...unsigned(at)],
  /** Eight small whole numbers, made twice as wide. */
  loadEight: (at = 0) => [...simd(0x01), 0, ...unsigned(at)],
  lowHalf: simd(0xa7),
  highHalf: simd(0xa8),
  zero: [...simd(0x0c), ...new Array<number>(16).fill(0)],
  floats: (value: number) => [...simd(0x0c), ...fourTimes(new Float32Array([value]))],
  wholes: (value: number) => [...simd(0x0c), ...fourTimes(new Int32Array([value]))],
  splat: simd(0x13),
  /** One of the four. */
  lane: (number: number) => [...simd(0x1f), number],
  toFloats: simd(0xfa),
  toWholes: simd(0xf8),
  nearest: simd(0x6a),
  plus: simd(0xe4),
  minus: simd(0xe5),
  times: simd(0xe6),
  least: simd(0xe8),
  addWholes: simd(0xae),
  shiftWholes: simd(0xab),
}

interface AssembledFunction {
  name: string
  parameters: readonly number[]
  results: readonly number[]
  /** Further locals, numbered on from the parameters: how many of a type in each group. */
  locals: readonly (readonly [count: number, type: number])[]
  body: readonly number[]
}

const pageBytes = 65_536

/** The functions by name, and their memory of at least so many bytes. `Functions` is what the caller has written. */
export function assemble<Functions>(
  bytes: number,
  functions: readonly AssembledFunction[],
): { memory: ArrayBuffer; functions: Functions } {
  const bodies = functions.map(({ locals, body }) => {
    const code = [...list(locals.map(([count, type]) => [...unsigned(count), type])), ...body, ...end]
    return [...unsigned(code.length), ...code]
  })
  const module = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ parameters, results }) => [0x60, ...counted(parameters), ...counted(results)]),
    ),
    ...section(
      3,
      functions.map((_, number) => [number]),
    ),
    ...section(5, [[0, ...unsigned(Math.ceil(bytes / pageBytes))]]),
    ...section(7, [[...named('memory'), 2, 0], ...functions.map(({ name }, number) => [...named(name), 0, number])]),
    ...section(10, bodies),
  ])
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
  return { memory: (exports as { memory: { buffer: ArrayBuffer } }).memory.buffer, functions: exports as Functions }
}

function section(id: number, parts: readonly (readonly number[])[]): number[] {
  return [id, ...counted(list(parts))]
}

function list(parts: readonly (readonly number[])[]): number[] {
  return [...unsigned(parts.length), ...parts.flat()]
}

function counted(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes]
}

function named(text: string): number[] {
  return counted([...new TextEncoder().encode(text)])
}

function fourTimes(one: Float32Array | Int32Array): number[] {
  const bytes = [...new Uint8Array(one.buffer)]
  return [...bytes, ...bytes, ...bytes, ...bytes]
}

/** Numbers as the format has them: seven bits a byte, the least first. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)]
}
