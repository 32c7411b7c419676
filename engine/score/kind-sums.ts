import {
  assemble,
  assembled,
  f32,
  four,
  i32,
  isBelow,
  loadByte,
  loadFloat,
  loadWhole,
  plus,
  plusFloat,
  shiftLeft,
  storeFloat,
  timesFloat,
  v128,
  whileTrue,
} from '../match/assembly.ts'

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

/** `from`, `to`: where terms stand; `apart`: how far behind each its part stands. */
function tellOf(begins: number, sums: number) {
  return assembled(
    'tell',
    { parameters: [i32, i32, i32], results: [], locals: [i32, i32, i32, f32] },
    (from, apart, to, at, last, kind, part) => [
      whileTrue(
        isBelow(from.get, to.get),
        kind.set(shiftLeft(loadWhole(from.get), 2)),
        at.set(loadWhole(kind.get, begins)),
        last.set(loadWhole(kind.get, begins + 4)),
        part.set(loadFloat(plus(from.get, apart.get))),
        whileTrue(
          isBelow(at.get, last.get),
          kind.set(shiftLeft(loadByte(at.get), 2)),
          storeFloat(kind.get, plusFloat(loadFloat(kind.get, sums), timesFloat(loadFloat(at.get), part.get)), sums),
          at.add(4),
        ),
        from.add(4),
      ),
    ],
  )
}

/** Of 2 to the power of what lies between -1/2 and 1/2, to seven digits: the last first. */
const powerOfTwo = [6, 5, 4, 3, 2, 1, 0].map((degree) => Math.LN2 ** degree / factorial(degree))

function factorial(number: number): number {
  return number < 2 ? 1 : number * factorial(number - 1)
}

/** `at`, `to`: where the sums stand; each is multiplied by `factor`. */
const raise = assembled(
  'raise',
  { parameters: [i32, i32, f32], results: [f32], locals: [v128, v128, v128, v128] },
  (at, to, factor, power, whole, total, steepness) => [
    steepness.set(four.times(four.splat(factor.get), four.floats(Math.LOG2E))),
    whileTrue(
      isBelow(at.get, to.get),
      power.set(four.least(four.times(four.load(at.get), steepness.get), four.floats(mostPower * Math.LOG2E))),
      // e to the power of x is 2 to a whole power, which is a float's exponent, times 2 to what remains.
      whole.set(four.nearest(power.get)),
      power.set(four.minus(power.get, whole.get)),
      power.set(
        four.times(
          powerOfTwo.map(four.floats).reduce((sum, next) => four.plus(four.times(sum, power.get), next)),
          four.shiftWholes(four.addWholes(four.toWholes(whole.get), four.wholes(127)), 23),
        ),
      ),
      four.store(at.get, power.get),
      total.set(four.plus(total.get, power.get)),
      at.add(16),
    ),
    plusFloat(
      plusFloat(four.lane(total.get, 0), four.lane(total.get, 1)),
      plusFloat(four.lane(total.get, 2), four.lane(total.get, 3)),
    ),
  ],
)
