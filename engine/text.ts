/**
 * How a text is read: folded (case, NFKC, typographic variants, invisible characters) with a way back to the
 * original offsets, then cut into tokens. Phrases and posts go through the same door, so they meet in one form.
 * docs/decisions/0010-word-boundaries.md says what a word is and why.
 */
export const charClass = {
  /** White space: separates tokens. */
  space: 0,
  /** Letters, digits and their marks: a run of them is one token. */
  word: 1,
  /** Everything else, one token each: `C++` is a word and two symbols. */
  symbol: 2,
  /** Letters of scripts written without spaces, one token each; they need no boundary. */
  alone: 3,
} as const

const { space, word, symbol, alone } = charClass
const underscore = 95

const wordPattern = /[\p{L}\p{N}\p{M}]/u
const markPattern = /\p{M}/u
const ignorablePattern = /\p{Default_Ignorable_Code_Point}/u
const spacePattern = /\s/u
const unspacedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

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

const asciiLower = new Uint16Array(128)
const asciiClass = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code)
  const folded = (variants[char] ?? char).toLowerCase()
  asciiLower[code] = folded.charCodeAt(0)
  asciiClass[code] = /[a-z0-9]/.test(folded) ? word : /\s/.test(char) ? space : symbol
}

/** Folds one base character with its marks. Upper case first, so that `ß` meets `SS` and `ς` meets `σ`. */
function foldCluster(cluster: string): string {
  const variant = variants[cluster]
  if (variant !== undefined) return variant
  let folded = ''
  for (const char of cluster.normalize('NFKC')) {
    if (ignorablePattern.test(char)) continue
    const lower = char.toUpperCase().toLowerCase()
    for (const part of lower) folded += variants[part] ?? (part === 'ς' ? 'σ' : part)
  }
  // The dot that lower-casing `İ` leaves over its `i` is no part of the letter.
  return folded.replace(/i\u0307/g, 'i').normalize('NFC')
}

function classOf(char: string): number {
  if (spacePattern.test(char)) return space
  if (unspacedPattern.test(char)) return alone
  return wordPattern.test(char) ? word : symbol
}

interface FoldedCluster {
  codes: readonly number[]
  classes: readonly number[]
}

/** Most texts draw on a few hundred characters beyond ASCII; a bounded memory of them spares the regular expressions. */
const clusterMemory = new Map<string, FoldedCluster>()
const clusterMemoryMax = 20_000

function foldedCluster(cluster: string): FoldedCluster {
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
  if (cluster.length <= 8 && clusterMemory.size < clusterMemoryMax) clusterMemory.set(cluster, result)
  return result
}

/** 1 for a code unit that belongs to the character before it: a mark or a conjoining jamo. */
const joining = new Uint8Array(0x10000)
let joiningKnown = false

function learnJoining(): void {
  joiningKnown = true
  for (let code = 0x80; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const char = String.fromCharCode(code)
    if (markPattern.test(char) || (code >= 0x1160 && code <= 0x11ff)) joining[code] = 1
  }
}

/** A folded text in reusable buffers: valid until the next fold. */
export class Folder {
  length = 0
  codes: Uint16Array = new Uint16Array(4096)
  classes: Uint8Array = new Uint8Array(4096)
  private starts: Int32Array = new Int32Array(4096)
  private ends: Int32Array = new Int32Array(4096)
  private identity = true

  fold(text: string): void {
    this.reserve(text.length + 1)
    const { codes, classes } = this
    const length = text.length
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code >= 128) {
        this.foldWide(text, i)
        return
      }
      codes[i] = asciiLower[code]!
      classes[i] = asciiClass[code]!
    }
    this.identity = true
    this.length = length
  }

  /** Original UTF-16 offset at which the folded character `index` begins. */
  startOf(index: number): number {
    return this.identity ? index : this.starts[index]!
  }

  /** Original UTF-16 offset at which the folded character `index` ends. */
  endOf(index: number): number {
    return this.identity ? index + 1 : this.ends[index]!
  }

  /** The end of the token that begins at `index`; `index` must not be white space. */
  tokenEnd(index: number): number {
    const { classes, codes, length } = this
    if (classes[index] !== word) return index + 1
    let end = index + 1
    for (;;) {
      while (end < length && classes[end] === word) end++
      // An underscore inside a name belongs to it; around a word it is Markdown.
      if (end + 1 < length && codes[end] === underscore && classes[end + 1] === word) end++
      else return end
    }
  }

  /** The rest of a text from its first character beyond ASCII. */
  private foldWide(text: string, from: number): void {
    if (!joiningKnown) learnJoining()
    let n = Math.max(0, from - 1)
    for (let k = 0; k < n; k++) {
      this.starts[k] = k
      this.ends[k] = k + 1
    }
    let i = n
    while (i < text.length) {
      const code = text.charCodeAt(i)
      let end = i + 1
      if (code >= 0xd800 && code < 0xdc00 && end < text.length && isLowSurrogate(text.charCodeAt(end))) end++
      while (end < text.length && joining[text.charCodeAt(end)] === 1) end++
      if (end === i + 1 && code < 128) {
        this.put(n++, asciiLower[code]!, asciiClass[code]!, i, end)
      } else {
        const { codes, classes } = foldedCluster(text.slice(i, end))
        for (let k = 0; k < codes.length; k++) this.put(n++, codes[k]!, classes[k]!, i, end)
      }
      i = end
    }
    this.identity = false
    this.length = n
  }

  private put(index: number, code: number, kind: number, start: number, end: number): void {
    if (index >= this.codes.length) this.reserve(index + 1)
    this.codes[index] = code
    this.classes[index] = kind
    this.starts[index] = start
    this.ends[index] = end
  }

  private reserve(size: number): void {
    if (size <= this.codes.length) return
    const capacity = Math.max(size, this.codes.length * 2)
    this.codes = grown(this.codes, new Uint16Array(capacity))
    this.classes = grown(this.classes, new Uint8Array(capacity))
    this.starts = grown(this.starts, new Int32Array(capacity))
    this.ends = grown(this.ends, new Int32Array(capacity))
  }
}

function grown<T extends Uint16Array | Uint8Array | Int32Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/** For functions that are done with a text when they return. */
const sharedFolder = new Folder()

function textOf(codes: Uint16Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(codes[at]!)
  return text
}

/** The normal form of a phrase: folded tokens, with a space where the phrase has white space. Equal forms match alike. */
export function normalForm(text: string): string {
  const folder = sharedFolder
  folder.fold(text)
  let form = ''
  let gap = false
  for (let i = 0; i < folder.length; i++) {
    if (folder.classes[i] === space) {
      gap = form !== ''
    } else {
      form += (gap ? ' ' : '') + String.fromCharCode(folder.codes[i]!)
      gap = false
    }
  }
  return form
}

/** The words of a text in order, folded; symbols and white space are left out. */
export function wordsOf(text: string): string[] {
  const folder = sharedFolder
  folder.fold(text)
  const words: string[] = []
  for (let i = 0; i < folder.length; ) {
    if (folder.classes[i] === word) {
      const end = folder.tokenEnd(i)
      words.push(textOf(folder.codes, i, end))
      i = end
    } else i++
  }
  return words
}
