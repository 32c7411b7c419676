import { emphasis, hashFactor, notPlain, symbol, word } from '../kernel-constants'
import { workspace } from './workspace'

/**
 * Folds UTF-16 units from `from` up to `to` as long as each becomes one unit, and appends them to the `length` folded
 * ones. Returns the index of the first unit that may not become one, or `to`. Folds eight units of plain ASCII at a
 * time, and others one by one with the table.
 */
export function foldPlain(from: i32, to: i32, length: i32): i32 {
  const table = workspace.table
  const units = workspace.units
  const codes = workspace.codes
  const classes = workspace.classes
  while (from < to) {
    const eight = v128.load(units + (from << 1))
    if (to - from > 7 && !v128.any_true(isUncommon(eight))) {
      const folded = lowered(eight)
      v128.store(codes + (length << 1), folded)
      const kinds = classesOf(folded)
      v128.store64_lane(classes + length, i8x16.narrow_i16x8_u(kinds, kinds), 0)
      from += 8
      length += 8
      continue
    }
    const stop = min(from + 8, to)
    while (from < stop) {
      const place = units + (from << 1)
      const unit = load<i32>(table + ((<u32>load<u16>(place)) << 2))
      if (unit >= notPlain << 16 && !(unit >= emphasis && isSign(place, classes + length))) return from
      store<u16>(codes + (length << 1), unit)
      store<u8>(classes + length, unit >> 16)
      from++
      length++
    }
  }
  return to
}

/**
 * Returns whether an emphasis mark is single or follows no word. Words and letters of unspaced scripts have odd
 * classes.
 */
function isSign(place: usize, classPlace: usize): bool {
  return load<u16>(place) !== load<u16>(place, 2) || (load<u8>(classPlace - 1) & 1) === 0
}

/** Returns a mask of units beyond ASCII and of those that may be Markdown: `*`, `~`, and the backslash. */
function isUncommon(eight: v128): v128 {
  return v128.or(
    v128.or(i16x8.gt_u(eight, i16x8.splat(127)), isOne(eight, 0x2a)),
    v128.or(isOne(eight, 0x7e), isOne(eight, 0x5c)),
  )
}

/** Lowercases A to Z and turns the backquote into an apostrophe. */
function lowered(eight: v128): v128 {
  const lower = v128.xor(eight, v128.and(isBetween(eight, 0x41, 0x5a), i16x8.splat(0x20)))
  return v128.xor(lower, v128.and(isOne(lower, 0x60), i16x8.splat(0x60 ^ 0x27)))
}

/** Classifies a to z and digits as words, the space and tab to carriage return as space, and the rest as symbols. */
function classesOf(folded: v128): v128 {
  const isWord = v128.or(isBetween(folded, 0x61, 0x7a), isBetween(folded, 0x30, 0x39))
  const isSpace = v128.or(isOne(folded, 0x20), isBetween(folded, 0x09, 0x0d))
  return v128.or(
    v128.andnot(i16x8.splat(<i16>symbol), v128.or(isWord, isSpace)),
    v128.and(isWord, i16x8.splat(<i16>word)),
  )
}

function isOne(eight: v128, unit: i16): v128 {
  return i16x8.eq(eight, i16x8.splat(unit))
}

function isBetween(eight: v128, first: i16, last: i16): v128 {
  return i16x8.lt_u(i16x8.sub(eight, i16x8.splat(first)), i16x8.splat(last - first + 1))
}

/**
 * Cuts `length` folded characters into tokens and returns how many there are. A run of letters, digits, and marks is a
 * token, and so is any other visible character. The loop has no branches, since processors can't predict where words
 * end. It writes the current token at every character, and the next token overwrites what doesn't belong.
 */
export function cut(length: i32): i32 {
  const classes = workspace.classes
  const codes = workspace.codes
  const starts = workspace.starts
  const ends = workspace.ends - 4
  const hashes = workspace.hashes - 4
  let next: usize = 0
  let hash: u32 = 0
  let wordBefore: i32 = 0
  for (let at = 0; at < length; at++) {
    const kind = load<u8>(classes + at)
    const isWord = i32(kind === word)
    const isSpace = usize(kind === 0)
    const goesOn = isWord & wordBefore
    wordBefore = isWord
    store<i32>(starts + next, at)
    next += usize((isSpace | goesOn) === 0) << 2
    hash = ((hash & -goesOn) ^ load<u16>(codes + (at << 1))) * hashFactor
    // White space is written to the slot of the next token, which overwrites it.
    const token = next + (isSpace << 2)
    store<i32>(ends + token, at + 1)
    store<u32>(hashes + token, hash)
  }
  return <i32>next >> 2
}
