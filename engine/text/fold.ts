import { alone, notPlain, space, symbol, word } from '../kernel-constants.ts'

/** What the characters of a text are, and the form in which they are compared. */
export const charClass = { space, word, symbol, alone } as const

export const [underscore, star, tilde, backslash] = [95, 42, 126, 92]

const wordPattern = /[\p{L}\p{N}\p{M}]/u
const markPattern = /\p{M}/u
const ignorablePattern = /\p{Default_Ignorable_Code_Point}/u
const spacePattern = /\s/u
/** By script extensions, since the long vowel mark of `サーバー` belongs to two scripts. */
const unspacedPattern =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u

/** Characters that people type for one another; NFKC leaves them apart. The trade mark stays a symbol, not `TM`. */
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

/** Per ASCII code: its lower case, and its class. */
const asciiLower = new Uint16Array(128)
export const asciiClass = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code)
  const folded = (variants[char] ?? char).toLowerCase()
  asciiLower[code] = folded.charCodeAt(0)
  asciiClass[code] = /[a-z0-9]/.test(folded) ? word : /\s/.test(char) ? space : symbol
}

/** Markdown that may part nothing: engine/text/markup.ts tells where it does. */
export function mayBeMarkup(code: number): boolean {
  return isEmphasis(code) || code === backslash
}

/** Of which two or three, after a word, may part nothing. */
export function isEmphasis(code: number): boolean {
  return code === star || code === tilde
}

/**
 * Folds one base character with its marks. Upper case before the last lower case, so that `ß` meets `SS` and `ς` meets
 * `σ`; lower case before that, since the capital `ẞ` has no upper case.
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
  // The dot that lower-casing `İ` leaves over its `i` is no part of the letter.
  return folded.replace(/i\u0307/g, 'i').normalize('NFC')
}

function classOf(char: string): number {
  if (spacePattern.test(char)) return space
  if (!wordPattern.test(char)) return symbol
  return unspacedPattern.test(char) ? alone : word
}

/** Some characters as they are compared: none, one or several UTF-16 units, and the class of each. */
export interface Folded {
  codes: readonly number[]
  classes: readonly number[]
}

/** Most texts draw on a few hundred clusters beyond ASCII; a bounded memory of them spares the regular expressions. */
const clusterMemory = new Map<string, Folded>()
const clusterMemoryMax = 20_000

/** A base character with its marks, folded. */
export function foldedCluster(cluster: string): Folded {
  const known = clusterMemory.get(cluster)
  if (known) return known
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

/** The same of one code unit, for which no text need be made. */
export function foldedUnit(code: number): Folded {
  const known = unitMemory.get(code)
  if (known) return known
  const folded = foldedCluster(String.fromCharCode(code))
  unitMemory.set(code, folded)
  return folded
}

/** Of each code unit that becomes one, whatever stands beside it: which, and its class; notPlain for the others. */
export const unitFolds = new Uint16Array(0x10000)
export const unitKinds = new Uint8Array(0x10000).fill(notPlain)
for (let code = 0; code < 128; code++) {
  if (mayBeMarkup(code)) continue
  unitFolds[code] = asciiLower[code]!
  unitKinds[code] = asciiClass[code]!
}

/** Of what is known not to become one unit. */
const neverPlain = 5

/** Notes what becomes of a unit; answers whether it is one unit, of a class of its own. */
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

/** Whether a code unit belongs to the character before it. */
export function isJoining(code: number): boolean {
  if (code < 0x80) return false
  if (!joiningKnown) learnJoining()
  return joining[code] === 1
}

/** So many marks a character has at most: more are a flood, which costs as much to put in order as it is long, squared. */
const marksMost = 30

/** Where the cluster that begins at `from` ends, of units with 0 behind: a character, be it two units, and its marks. */
export function clusterEnd(units: Uint16Array, from: number): number {
  const code = units[from]!
  let end = from + 1
  if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(units[end]!)) end++
  const most = end + marksMost
  while (end < most && isJoining(units[end]!)) end++
  return end
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}
