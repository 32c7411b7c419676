import {
  add,
  advance,
  assemble,
  block,
  branch,
  branchIf,
  constant,
  end,
  f32,
  four,
  get,
  i32,
  loadByte,
  loadF32,
  loadI32,
  loop,
  notLess,
  plusOne,
  set,
  shiftLeft,
  storeF32,
  timesOne,
  v128,
} from './assembly.ts'

/**
 * What the terms of a text tell for each kind of product, and powers of e of that, in WebAssembly: some hundreds of
 * each an item, the powers four at once.
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
export interface Telling {
  kind: number
  weight: number
}

/** More would be beyond single precision. */
const mostPower = 80

/** `tellings` by term. */
export function kindSums(tellings: readonly (readonly Telling[])[], kinds: number): KindSums {
  const all = tellings.flat()
  const width = Math.ceil(kinds / 4) * 4
  const begins = all.length * 4
  const terms = begins + (tellings.length + 1) * 4
  const apart = tellings.length * 4
  const sums = Math.ceil((terms + 2 * apart) / 16) * 16
  const { memory, functions } = assemble<Functions>(sums + width * 4, [tellOf(begins, sums), raise])
  // The number of a kind stands in the lowest byte of what is told for it, which is far less than is known.
  new Float32Array(memory, 0, all.length).set(all.map(({ weight }) => weight))
  const bytes = new Uint8Array(memory)
  for (const [at, { kind }] of all.entries()) bytes[at * 4] = kind
  const firsts = new Int32Array(memory, begins, tellings.length + 1)
  for (const [term, told] of tellings.entries()) firsts[term + 1] = firsts[term]! + told.length * 4
  const room = new Float32Array(memory, sums, width)
  const own: KindSums = {
    turn: 0,
    sums: room.subarray(0, kinds),
    terms: new Int32Array(memory, terms, tellings.length),
    parts: new Float32Array(memory, terms + apart, tellings.length),
    tell(count) {
      own.turn++
      room.fill(0)
      functions.tell(terms, apart, terms + count * 4)
    },
    raise(factor) {
      return functions.raise(sums, sums + width * 4, factor) - (width - kinds)
    },
  }
  return own
}

interface Functions {
  tell(from: number, apart: number, to: number): void
  raise(at: number, to: number, factor: number): number
}

/** Where terms stand, how far behind each its part stands, where they end; then locals. */
const [from, apart, to, at, last, kind, part] = [0, 1, 2, 3, 4, 5, 6]

function tellOf(begins: number, sums: number) {
  const eachKind = [
    ...[...get(at), ...get(last), ...notLess, ...branchIf(1)],
    ...[...get(at), ...loadByte(), ...constant(2), ...shiftLeft, ...set(kind)],
    ...[...get(kind), ...get(kind), ...loadF32(sums)],
    ...[...get(at), ...loadF32(), ...get(part), ...timesOne, ...plusOne, ...storeF32(sums)],
    ...[...advance(at, 4), ...branch(0)],
  ]
  const eachTerm = [
    ...[...get(from), ...get(to), ...notLess, ...branchIf(1)],
    ...[...get(from), ...loadI32(), ...constant(2), ...shiftLeft, ...set(kind)],
    ...[...get(kind), ...loadI32(begins), ...set(at)],
    ...[...get(kind), ...loadI32(begins + 4), ...set(last)],
    ...[...get(from), ...get(apart), ...add, ...loadF32(), ...set(part)],
    ...[...block, ...loop, ...eachKind, ...end, ...end],
    ...[...advance(from, 4), ...branch(0)],
  ]
  return {
    name: 'tell',
    parameters: [i32, i32, i32],
    results: [],
    locals: [
      [3, i32],
      [1, f32],
    ],
    body: [...block, ...loop, ...eachTerm, ...end, ...end],
  } as const
}

/** Where the sums begin and end, what each is multiplied by; then locals. */
const [begin, stop, factor, power, whole, total, steepness] = [0, 1, 2, 3, 4, 5, 6]

/** Of 2 to the power of what lies between -1/2 and 1/2, to seven digits: the last first. */
const powerOfTwo = [6, 5, 4, 3, 2, 1, 0].map((degree) => Math.LN2 ** degree / factorial(degree))

function factorial(number: number): number {
  return number < 2 ? 1 : number * factorial(number - 1)
}

const raise = {
  name: 'raise',
  parameters: [i32, i32, f32],
  results: [f32],
  locals: [[4, v128]],
  body: [
    ...[...get(factor), ...four.splat, ...four.floats(Math.LOG2E), ...four.times, ...set(steepness)],
    ...[...four.zero, ...set(total)],
    ...[...block, ...loop],
    ...[...get(begin), ...get(stop), ...notLess, ...branchIf(1)],
    ...[...get(begin), ...four.load(), ...get(steepness), ...four.times],
    ...[...four.floats(mostPower * Math.LOG2E), ...four.least, ...set(power)],
    // e to the power of x is 2 to a whole power, which is a float's exponent, times 2 to what remains.
    ...[...get(power), ...four.nearest, ...set(whole)],
    ...[...get(power), ...get(whole), ...four.minus, ...set(power)],
    ...four.floats(powerOfTwo[0]!),
    ...powerOfTwo.slice(1).flatMap((next) => [...get(power), ...four.times, ...four.floats(next), ...four.plus]),
    ...[...get(whole), ...four.toWholes, ...four.wholes(127), ...four.addWholes],
    ...[...constant(23), ...four.shiftWholes, ...four.times, ...set(power)],
    ...[...get(begin), ...get(power), ...four.store()],
    ...[...get(total), ...get(power), ...four.plus, ...set(total)],
    ...[...advance(begin, 16), ...branch(0)],
    ...[...end, ...end],
    ...[...get(total), ...four.lane(0), ...get(total), ...four.lane(1), ...plusOne],
    ...[...get(total), ...four.lane(2), ...get(total), ...four.lane(3), ...plusOne, ...plusOne],
  ],
} as const
