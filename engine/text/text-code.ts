import {
  and,
  answer,
  assembled,
  bits,
  type Code,
  choose,
  constant,
  eight,
  i32,
  isBelow,
  isEqual,
  isOther,
  isZero,
  loadByte,
  loadUnit,
  loadWhole,
  minus,
  or,
  plus,
  shiftLeft,
  shiftRight,
  storeByte,
  storeUnit,
  storeWhole,
  times,
  v128,
  when,
  whenElse,
  whileTrue,
  xor,
} from '../match/assembly.ts'
import { charClass, notPlain } from './fold.ts'
import { hashFactor } from './text.ts'

/**
 * How a text is folded and cut, in WebAssembly, as engine/text/text.ts does it: half of the time that JavaScript takes, since
 * no access asks whether it is in bounds and eight characters are looked at at once. Places are in bytes of one memory.
 */
export interface TextCode {
  /** Folds units from `from` on that become one each, behind `length` folded ones; answers with the first that may not. */
  foldPlain(from: number, to: number, length: number): number
  /** Cuts so many folded characters into tokens; answers how many there are. */
  cut(length: number): number
}

/** Where the lists of a text stand, of so many characters or tokens each. */
export interface TextLists {
  /** Of each code unit: what it becomes, and its class in the upper half. */
  table: number
  /** The text, and 0 behind it. */
  units: number
  codes: number
  classes: number
  starts: number
  ends: number
  hashes: number
  tokens: number
  keys: number
  pairs: number
  passing: number
  /** Of each place where something ends `hitWidth` numbers. */
  hits: number
  /** Where the lists end. */
  to: number
}

/**
 * What ends at a place: a phrase that is alone there, and where it begins and ends among the folded characters; or else
 * none, what Nodes.end() says, and which token it is.
 */
export const hitWidth = 3

/** More than any code may look behind the end of a list. */
const spare = 64

export function textLists(characters: number): TextLists {
  let to = 0
  const list = (bytesEach: number, count = characters) => {
    const from = to
    to += Math.ceil((bytesEach * count + spare) / spare) * spare
    return from
  }
  return {
    table: list(4, 0x10000),
    units: list(2),
    codes: list(2),
    classes: list(1),
    starts: list(4),
    ends: list(4),
    hashes: list(4),
    tokens: list(4),
    keys: list(4),
    pairs: list(4),
    passing: list(4),
    hits: list(4 * hitWidth),
    to,
  }
}

export function textCode(lists: TextLists) {
  return [foldPlain(lists), cut(lists)]
}

const { word, symbol } = charClass

/** Set in what is known of a unit that is a sign of its own unless several of it follow a word. */
const emphasis = 1 << 24

export function emphasisUnit(code: number): number {
  return emphasis | (symbol << 16) | code
}

/** Eight at a time where all are plain ASCII, as most are; else eight by the table, one after another. */
function foldPlain({ table, units, codes, classes }: TextLists) {
  return assembled(
    'foldPlain',
    { parameters: [i32, i32, i32], results: [i32], locals: [i32, i32, v128, v128, v128] },
    (from, to, length, unit, stop, read, isWord, kinds) => {
      const isOneOf = (...chars: string[]) =>
        chars.map((char) => eight.isEqual(read.get, eight.all(char.charCodeAt(0)))).reduce((a, b) => bits.or(a, b))
      const isBetween = (first: string, last: string) => {
        const [least, most] = [first.charCodeAt(0), last.charCodeAt(0)]
        return eight.isBelow(eight.minus(read.get, eight.all(least)), eight.all(most - least + 1))
      }
      const changed = (which: Code, before: number, after: number) =>
        read.set(bits.xor(read.get, bits.and(which, eight.all(before ^ after))))
      const unitAt = (by: number) => loadUnit(shiftLeft(from.get, 1), units + by * 2)
      // Words and what stands alone have odd classes; before the first character there is none.
      const isAfterWord = and(loadByte(length.get, classes - 1), constant(1))
      const isAlone = or(isOther(unitAt(0), unitAt(1)), isZero(isAfterWord))
      const isSign = and(isBelow(constant(emphasis - 1), unit.get), isAlone)
      const isUncommon = bits.or(eight.isAbove(read.get, eight.all(127)), isOneOf('*', '~', '\\'))
      const isSpace = bits.or(isOneOf(' '), isBetween('\t', '\r'))
      return [
        whileTrue(
          isBelow(from.get, to.get),
          read.set(bits.load(shiftLeft(from.get, 1), units)),
          whenElse(
            and(isBelow(constant(7), minus(to.get, from.get)), isZero(bits.any(isUncommon))),
            [
              changed(isBetween('A', 'Z'), 0, 0x20),
              changed(isOneOf('`'), 0x60, 0x27),
              isWord.set(bits.or(isBetween('a', 'z'), isBetween('0', '9'))),
              kinds.set(bits.without(eight.all(symbol), bits.or(isWord.get, isSpace))),
              kinds.set(bits.or(kinds.get, bits.and(isWord.get, eight.all(word)))),
              bits.store(shiftLeft(length.get, 1), read.get, codes),
              eight.storeBytes(length.get, kinds, classes),
              from.add(8),
              length.add(8),
            ].flat(),
            [
              stop.set(plus(from.get, constant(8))),
              stop.set(choose(isBelow(stop.get, to.get), stop.get, to.get)),
              whileTrue(
                [
                  ...unit.set(loadWhole(shiftLeft(unitAt(0), 2), table)),
                  ...and(isBelow(from.get, stop.get), or(isBelow(unit.get, constant(notPlain << 16)), isSign)),
                ],
                storeUnit(shiftLeft(length.get, 1), unit.get, codes),
                storeByte(length.get, shiftRight(unit.get, 16), classes),
                from.add(1),
                length.add(1),
              ),
              when(isBelow(from.get, stop.get), answer(from.get)),
            ].flat(),
          ),
        ),
        to.get,
      ]
    },
  )
}

/**
 * A run of letters, digits and marks is a token, and so is any other visible character. Without a branch, since no
 * processor guesses where a word ends: what is written too early is written over by the next token.
 */
function cut({ codes, classes, starts, ends, hashes }: TextLists) {
  return assembled(
    'cut',
    { parameters: [i32], results: [i32], locals: [i32, i32, i32, i32, i32, i32, i32] },
    (length, at, kind, isWord, goesOn, wordBefore, hash, next) => [
      whileTrue(
        isBelow(at.get, length.get),
        kind.set(loadByte(at.get, classes)),
        isWord.set(isEqual(kind.get, constant(word))),
        goesOn.set(and(isWord.get, wordBefore.get)),
        wordBefore.set(isWord.get),
        kind.set(isZero(kind.get)),
        storeWhole(next.get, at.get, starts),
        next.set(plus(next.get, shiftLeft(isZero(or(kind.get, goesOn.get)), 2))),
        hash.set(
          times(
            xor(and(hash.get, minus(constant(0), goesOn.get)), loadUnit(shiftLeft(at.get, 1), codes)),
            constant(hashFactor),
          ),
        ),
        at.add(1),
        // White space is noted for the token to come.
        kind.set(plus(next.get, shiftLeft(kind.get, 2))),
        storeWhole(kind.get, at.get, ends - 4),
        storeWhole(kind.get, hash.get, hashes - 4),
      ),
      shiftRight(next.get, 2),
    ],
  )
}
