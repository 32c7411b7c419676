/**
 * What the engine's WebAssembly modules are put together from, by the names and numbers of the standard's binary
 * format. A module is written in its source as terms and statements, each a list of bytes, so that it stays readable
 * beside what calls it.
 */

/** What of the standard is used here; the compiler describes it only together with all of a browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: object }
}

/** A term, which leaves a value, or a statement, which leaves none. */
export type Code = readonly number[]

export const [i32, i64, f32, v128] = [0x7f, 0x7e, 0x7d, 0x7b]

/** A parameter or a local variable of a function. */
export class Local {
  readonly get: Code
  private readonly number: readonly number[]

  constructor(number: number) {
    this.number = unsigned(number)
    this.get = [0x20, ...this.number]
  }

  set(value: Code): Code {
    return [...value, 0x21, ...this.number]
  }

  add(by: number): Code {
    return this.set(plus(this.get, constant(by)))
  }
}

/** Whole numbers of 32 bits. Comparisons take them as signed but for `isBelow`; those are 1 where true, else 0. */
export const constant = (value: number): Code => [0x41, ...signed(value)]
export const [plus, minus, times] = [binary(0x6a), binary(0x6b), binary(0x6c)]
export const [and, or, xor] = [binary(0x71), binary(0x72), binary(0x73)]
export const [isEqual, isOther, isLess, isMore] = [binary(0x46), binary(0x47), binary(0x48), binary(0x4a)]
export const isBelow = binary(0x49)
export const isZero = (value: Code): Code => [...value, 0x45]
export const shiftLeft = (value: Code, by: number) => binary(0x74)(value, constant(by))
/** Zeros come in from above. */
export const shiftRight = (value: Code, by: number) => binary(0x76)(value, constant(by))
/** Shifted to the right by what a term says. */
export const shiftRightBy = binary(0x76)
/** One of two values, both of which are worked out. */
export const choose = (condition: Code, yes: Code, no: Code): Code => [...yes, ...no, ...condition, 0x1b]

/** Loads and stores of one number; `at` is added to the place, which is never below zero. */
export const loadByte = load(0x2d, 0)
export const loadUnit = load(0x2f, 1)
export const loadWhole = load(0x28, 2)
export const loadFloat = load(0x2a, 2)
export const storeByte = store([0x3a], 0)
export const storeUnit = store([0x3b], 1)
export const storeWhole = store([0x36], 2)
export const storeFloat = store([0x38], 2)

/** Whole numbers of 64 bits. */
export const wide = {
  constant: (value: number): Code => [0x42, ...signed(value)],
  /** From anywhere, not only from multiples of eight. */
  load: load(0x29, 0),
  of: (whole: Code): Code => [...whole, 0xad],
  low: (value: Code): Code => [...value, 0xa7],
  isZero: (value: Code): Code => [...value, 0x50],
  minus: binary(0x7d),
  times: binary(0x7e),
  and: binary(0x83),
  or: binary(0x84),
  xor: binary(0x85),
  shiftLeft: binary(0x86),
  shiftRight: binary(0x88),
}

/** Numbers in single precision. */
export const [plusFloat, timesFloat] = [binary(0x92), binary(0x94)]

const simd = (code: number) => [0xfd, ...unsigned(code)]
/** Of 128 bits, whatever they stand for. */
export const bits = {
  load: load(simd(0x00), 0),
  store: store(simd(0x0b), 0),
  and: pair(0x4e),
  /** What the left one has and the right one hasn't. */
  without: pair(0x4f),
  or: pair(0x50),
  xor: pair(0x51),
  /** 1 where any is set, else 0. */
  any: unary(0x53),
}

/** Of eight numbers of 16 bits at once; a comparison sets all bits of those for which it holds. */
export const eight = {
  all: (value: number): Code => [...constant(value), ...simd(0x10)],
  minus: pair(0x91),
  isEqual: pair(0x2d),
  isBelow: pair(0x30),
  isAbove: pair(0x32),
  /** A byte of each: at the place and behind it. */
  storeBytes: (place: Code, values: Local, at = 0): Code => [
    ...[...place, ...values.get, ...values.get, ...simd(0x66)],
    ...[...simd(0x5b), 0, ...unsigned(at), 0],
  ],
}

/** Of four numbers at once. */
export const four = {
  load: load(simd(0x00), 4),
  store: store(simd(0x0b), 2),
  /** Eight small whole numbers, made twice as wide. */
  loadEight: load(simd(0x01), 0),
  lowHalf: unary(0xa7),
  highHalf: unary(0xa8),
  zero: [...simd(0x0c), ...new Array<number>(16).fill(0)],
  floats: (value: number): Code => [...simd(0x0c), ...fourTimes(new Float32Array([value]))],
  wholes: (value: number): Code => [...simd(0x0c), ...fourTimes(new Int32Array([value]))],
  splat: unary(0x13),
  /** One of the four. */
  lane: (value: Code, number: number): Code => [...value, ...simd(0x1f), number],
  toFloats: unary(0xfa),
  toWholes: unary(0xf8),
  nearest: unary(0x6a),
  plus: pair(0xe4),
  minus: pair(0xe5),
  times: pair(0xe6),
  least: pair(0xe8),
  addWholes: pair(0xae),
  shiftWholes: (value: Code, by: number): Code => [...value, ...constant(by), ...simd(0xab)],
}

export const when = (condition: Code, ...then: Code[]): Code => [...condition, 0x04, 0x40, ...then.flat(), 0x0b]
export const whenElse = (condition: Code, then: Code, otherwise: Code): Code => [
  ...[...condition, 0x04, 0x40, ...then],
  ...[0x05, ...otherwise, 0x0b],
]
/** Ends the function with a value. */
export const answer = (value: Code): Code => [...value, 0x0f]
/** A condition may begin with statements, which are done each time before it is asked. */
export const whileTrue = (condition: Code, ...body: Code[]): Code => [
  ...[0x02, 0x40, 0x03, 0x40, ...isZero(condition), 0x0d, 1],
  ...[...body.flat(), 0x0c, 0, 0x0b, 0x0b],
]

interface AssembledFunction {
  name: string
  parameters: readonly number[]
  results: readonly number[]
  code: Code
}

/** A function by the types of its parameters, results and other locals, which its body gets in this order. */
export function assembled(
  name: string,
  {
    parameters,
    results,
    locals,
  }: { parameters: readonly number[]; results: readonly number[]; locals: readonly number[] },
  body: (...locals: Local[]) => readonly Code[],
): AssembledFunction {
  const statements = body(...[...parameters, ...locals].map((_, number) => new Local(number))).flat()
  return { name, parameters, results, code: [...list(locals.map((type) => [1, type])), ...statements, 0x0b] }
}

const pageBytes = 65_536

/** The functions by name, and their memory of at least so many bytes. `Functions` is what the caller has written. */
export function assemble<Functions>(
  bytes: number,
  functions: readonly AssembledFunction[],
): { memory: ArrayBuffer; functions: Functions } {
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
    ...section(
      10,
      functions.map(({ code }) => counted(code)),
    ),
  ])
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
  return { memory: (exports as { memory: { buffer: ArrayBuffer } }).memory.buffer, functions: exports as Functions }
}

function unary(code: number): (value: Code) => Code {
  return (value) => [...value, ...simd(code)]
}

function pair(code: number): (left: Code, right: Code) => Code {
  return (left, right) => [...left, ...right, ...simd(code)]
}

function binary(code: number): (left: Code, right: Code) => Code {
  return (left, right) => [...left, ...right, code]
}

/** `alignment` is told as a power of two. */
function load(code: number | readonly number[], alignment: number): (place: Code, at?: number) => Code {
  return (place, at = 0) => [...place, ...[code].flat(), alignment, ...unsigned(at)]
}

function store(code: readonly number[], alignment: number): (place: Code, value: Code, at?: number) => Code {
  return (place, value, at = 0) => [...place, ...value, ...code, alignment, ...unsigned(at)]
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

/** The last byte's upper bit but one tells the sign. */
function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}
