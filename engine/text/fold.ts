import { alone, notPlain, space, symbol, word } from '../kernel-constants.ts'

/** The classes of a text's characters. */
export const charClass = { space, word, symbol, alone } as const

export const [underscore, star, tilde, backslash] = [95, 42, 126, 92]

const wordPattern = /[\p{L}\p{N}\p{M}]/u
const markPattern = /\p{M}/u
const ignorablePattern = /\p{Default_Ignorable_Code_Point}/u
const spacePattern = /\s/u
/** By script extensions, since the long vowel mark of `サーバー` belongs to two scripts. */
const unspacedPattern =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u

/** Characters that people use interchangeably but NFKC keeps apart. The trademark sign stays a symbol, not `TM`. */
const variants: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201b': "'",
  '\u02bc': "'",
  '\u2032': "'",
  '\u0060': "'",
  '\u00b4': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u2122': '\u2122',
  '\u2120': '\u2120',
}

/** By ASCII code: its lower case and its class. */
const asciiLower = new Uint16Array(128)
export const asciiClass = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code)
  const folded = (variants[char] ?? char).toLowerCase()
  asciiLower[code] = folded.charCodeAt(0)
  asciiClass[code] = /[a-z0-9]/.test(folded) ? word : /\s/.test(char) ? space : symbol
}

/** Returns whether a character may be Markdown that separates nothing; engine/text/markup.ts decides where it does. */
export function mayBeMarkup(code: number): boolean {
  return isEmphasis(code) || code === backslash
}

/** Returns whether two or three of a character, after a word, may separate nothing. */
export function isEmphasis(code: number): boolean {
  return code === star || code === tilde
}

/**
 * Folds one base character with its marks. Uppercasing before the final lowercasing makes `ß` equal to `SS` and `ς` to
 * `σ`. Lowercasing before that handles the capital `ẞ`, which has no upper case.
 */
function foldCluster(cluster: string): string {
  const variant = variants[cluster]
  if (variant !== undefined) return variant
  let folded = ''
  for (const char of cluster.normalize('NFKC')) {
    if (ignorablePattern.test(char)) continue
    const lower = char.toLowerCase().toUpperCase().toLowerCase()
    for (const part of lower) folded += variants[part] ?? (part === 'ς' ? 'σ' : part)
  }
  // Lowercasing `İ` leaves a dot over its `i` that is not part of the letter.
  return folded.replace(/i\u0307/g, 'i').normalize('NFC')
}

function classOf(char: string): number {
  if (spacePattern.test(char)) return space
  if (!wordPattern.test(char)) return symbol
  return unspacedPattern.test(char) ? alone : word
}

/** Folded characters: none, one or several UTF-16 units, and the class of each. */
export interface Folded {
  codes: readonly number[]
  classes: readonly number[]
}

/** A bounded cache, as regular expressions are slow and most texts use a few hundred clusters beyond ASCII. */
const clusterMemory = new Map<string, Folded>()
const clusterMemoryMax = 20_000

/** Folds a base character with its marks. */
export function foldedCluster(cluster: string): Folded {
  const cached = clusterMemory.get(cluster)
  if (cached) return cached
  const codes: number[] = []
  const classes: number[] = []
  for (const char of foldCluster(cluster)) {
    const kind = classOf(char)
    for (let i = 0; i < char.length; i++) {
      codes.push(char.charCodeAt(i))
      classes.push(kind)
    }
  }
  const result = { codes, classes }
  if (cluster.length <= 8) {
    if (clusterMemory.size === clusterMemoryMax) clusterMemory.clear()
    clusterMemory.set(cluster, result)
  }
  return result
}

const unitMemory = new Map<number, Folded>()

/** Folds one code unit; a known one needs no string. */
export function foldedUnit(code: number): Folded {
  const cached = unitMemory.get(code)
  if (cached) return cached
  const folded = foldedCluster(String.fromCharCode(code))
  unitMemory.set(code, folded)
  return folded
}

/** The folded unit and class of each code unit that always becomes one unit; notPlain for the others. */
export const unitFolds = new Uint16Array(0x10000)
export const unitKinds = new Uint8Array(0x10000).fill(notPlain)
for (let code = 0; code < 128; code++) {
  if (mayBeMarkup(code)) continue
  unitFolds[code] = asciiLower[code]!
  unitKinds[code] = asciiClass[code]!
}

/** The class of a unit that is known not to become one unit. */
const neverPlain = 5

/** Learns how a unit folds, and returns whether it becomes one unit regardless of context. */
export function learnUnit(code: number): boolean {
  if (unitKinds[code] !== notPlain) return unitKinds[code]! < notPlain
  unitKinds[code] = neverPlain
  if (isSurrogate(code) || isJoining(code) || mayBeMarkup(code)) return false
  const { codes, classes } = foldedUnit(code)
  if (codes.length !== 1 || codes[0] === underscore) return false
  unitFolds[code] = codes[0]!
  unitKinds[code] = classes[0]!
  return true
}

/** 1 for a code unit that belongs to the character before it: a mark, a conjoining jamo, a half-width voicing mark. */
const joining = new Uint8Array(0x10000)
let joiningKnown = false

function learnJoining(): void {
  joiningKnown = true
  for (let code = 0x80; code < 0x10000; code++) {
    if (isSurrogate(code)) continue
    const isJamo = code >= 0x1160 && code <= 0x11ff
    const isVoicing = code === 0xff9e || code === 0xff9f
    if (isJamo || isVoicing || markPattern.test(String.fromCharCode(code))) joining[code] = 1
  }
}

/** Returns whether a code unit belongs to the character before it. */
export function isJoining(code: number): boolean {
  if (code < 0x80) return false
  if (!joiningKnown) learnJoining()
  return joining[code] === 1
}

/** The maximum number of marks of a character: sorting a flood of them takes quadratic time. */
const marksMost = 30

/**
 * Returns the end of the cluster at `from`: a character of one or two units and its marks. A 0 must follow the units.
 */
export function clusterEnd(units: Uint16Array, from: number): number {
  const code = units[from]!
  let end = from + 1
  if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(units[end]!)) end++
  const limit = end + marksMost
  while (end < limit && isJoining(units[end]!)) end++
  return end
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}
