import { none } from './arrays.ts'
import { asciiClass, asciiLower, charClass, clusterEnd, foldedCluster, unitClass, unitFold } from './fold.ts'
import { holdsMarkup, markupLength, mayBeMarkup } from './markup.ts'

/**
 * How a text is read: folded (case, NFKC, typographic variants, invisible characters, Markdown inside words) with a way
 * back to the original offsets, then cut into tokens. Phrases and posts go through the same door, so they meet in one
 * form. docs/decisions/0010-word-boundaries.md says what a word is and why.
 */
export { charClass }

const { space, word, symbol, alone } = charClass
const underscore = 95

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
    // Looking for what is rare spares the loop below a question at every character.
    if (holdsMarkup(text)) {
      this.foldWide(text, 0)
      return
    }
    const { codes, classes } = this
    const { length } = text
    const [lower, kinds] = [asciiLower, asciiClass]
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code >= 128) {
        this.foldWide(text, i)
        return
      }
      codes[i] = lower[code]!
      classes[i] = kinds[code]!
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

  /** The rest of a text from its first character beyond ASCII, or from its first Markdown inside a word. */
  private foldWide(text: string, from: number): void {
    this.identity = false
    this.length = Math.max(0, from - 1)
    for (let k = 0; k < this.length; k++) {
      this.starts[k] = k
      this.ends[k] = k + 1
    }
    for (let i = this.length; i < text.length; ) {
      const code = text.charCodeAt(i)
      if (code >= 128 || text.charCodeAt(i + 1) >= 128) {
        i = this.foldNext(text, i)
        continue
      }
      const kind = asciiClass[code]!
      const hidden = kind === symbol && mayBeMarkup[code] === 1 ? this.markupAt(text, i) : 0
      if (hidden === 0) this.append(asciiLower[code]!, kind, i, ++i)
      else if (hidden === 1) i = this.foldNext(text, i + 1)
      else i += hidden
    }
  }

  /** Folds the character at `at` with its marks, and answers where the next one begins. */
  private foldNext(text: string, at: number): number {
    const end = clusterEnd(text, at)
    const code = text.charCodeAt(at)
    const kind = end === at + 1 ? unitClass(code) : none
    if (kind !== none) {
      this.append(unitFold(code), kind, at, end)
      return end
    }
    const { codes, classes } = foldedCluster(text.slice(at, end))
    for (let k = 0; k < codes.length; k++) this.append(codes[k]!, classes[k]!, at, end)
    return end
  }

  /** How many units at `at`, the next to be folded, are Markdown that a reader does not see. */
  private markupAt(text: string, at: number): number {
    const before = this.length === 0 ? space : this.classes[this.length - 1]!
    return markupLength(text, at, before === word || before === alone)
  }

  private append(code: number, kind: number, start: number, end: number): void {
    const index = this.length++
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
