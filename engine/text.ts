import { copied, none } from './arrays.ts'
import { asciiClass, asciiLower, charClass, clusterEnd, foldedCluster, isJoining, unitClass, unitFold } from './fold.ts'
import { holdsMarkup, markupLength, mayBeMarkup } from './markup.ts'

/**
 * How a text is read: folded (case, NFKC, typographic variants, invisible characters, Markdown inside words) with a way
 * back to the original offsets, then cut into tokens. Phrases and posts go through the same door, so they meet in one
 * form. docs/decisions/0010-word-boundaries.md says what a word is and why.
 */
export { charClass }

const { space, word, symbol, alone } = charClass
const underscore = 95

/** A folded text and its tokens in reusable buffers: valid until the next fold. */
export class Folder {
  length = 0
  codes: Uint16Array = new Uint16Array(4096)
  classes: Uint8Array = new Uint8Array(4096)
  /** How many tokens there are; for each, where it begins and ends among the codes, and its hashToken(). */
  tokens = 0
  tokenStarts: Int32Array = new Int32Array(4096)
  tokenEnds: Int32Array = new Int32Array(4096)
  tokenHashes: Int32Array = new Int32Array(4096)
  private starts: Int32Array = new Int32Array(4096)
  private ends: Int32Array = new Int32Array(4096)
  private identity = true
  private holdsUnderscore = false

  fold(text: string): void {
    this.reserve(text.length + 2)
    // Looking for what is rare spares the loops below a question at every character.
    this.holdsUnderscore = text.includes('_')
    this.identity = true
    const plain = holdsMarkup(text) ? 0 : this.foldPlain(text)
    this.length = plain
    if (plain < text.length) this.foldWide(text, plain)
    if (this.holdsUnderscore) this.joinNames()
    this.cut()
  }

  /** Original UTF-16 offset at which the folded character `index` begins. */
  startOf(index: number): number {
    return this.identity ? index : this.starts[index]!
  }

  /** Original UTF-16 offset at which the folded character `index` ends. */
  endOf(index: number): number {
    return this.identity ? index + 1 : this.ends[index]!
  }

  /** The text up to its first character beyond ASCII; answers with its place. */
  private foldPlain(text: string): number {
    const { codes, classes } = this
    const { length } = text
    const [lower, kinds] = [asciiLower, asciiClass]
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code >= 128) return i
      codes[i] = lower[code]!
      classes[i] = kinds[code]!
    }
    return length
  }

  /** The rest of a text from its first character beyond ASCII, or all of it where there is Markdown inside a word. */
  private foldWide(text: string, from: number): void {
    this.identity = false
    for (let k = 0; k < from; k++) {
      this.starts[k] = k
      this.ends[k] = k + 1
    }
    for (let i = from; i < text.length; ) {
      const code = text.charCodeAt(i)
      if (code >= 128) {
        i = this.foldNext(text, isJoining(code) && this.wasPlain(text, i - 1) ? this.takeBack(i) : i)
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

  /** Whether the latest folded character is the one of ASCII at `at`, which was taken to have no marks. */
  private wasPlain(text: string, at: number): boolean {
    return this.length > 0 && this.starts[this.length - 1] === at && text.charCodeAt(at) < 128
  }

  private takeBack(before: number): number {
    this.length--
    return before - 1
  }

  /** How many units at `at`, the next to be folded, are Markdown that a reader does not see. */
  private markupAt(text: string, at: number): number {
    const before = this.length === 0 ? space : this.classes[this.length - 1]!
    return markupLength(text, at, before === word || before === alone)
  }

  private append(code: number, kind: number, start: number, end: number): void {
    const index = this.length++
    if (index + 1 >= this.codes.length) this.reserve(index + 2)
    this.codes[index] = code
    this.classes[index] = kind
    this.starts[index] = start
    this.ends[index] = end
    if (code === underscore) this.holdsUnderscore = true
  }

  /** An underscore inside a name belongs to it; around a word it is Markdown. */
  private joinNames(): void {
    const { codes, classes, length } = this
    for (let at = 1; at + 1 < length; at++) {
      if (codes[at] === underscore && classes[at - 1] === word && classes[at + 1] === word) classes[at] = word
    }
  }

  /**
   * A run of letters, digits and marks is a token, and so is any other visible character. Without a branch, since no
   * processor guesses where a word ends: what is written too early is written over by the next token.
   */
  private cut(): void {
    const { codes, classes, tokenStarts, tokenEnds, tokenHashes, length } = this
    let token = -1
    let wordBefore = 0
    let hash = 0
    for (let at = 0; at < length; at++) {
      const kind = classes[at]!
      const isSpace = (kind - 1) >>> 31
      const isWord = kind & 1 & ~(kind >>> 1)
      const goesOn = isWord & wordBefore
      wordBefore = isWord
      tokenStarts[token + 1] = at
      token += 1 - (isSpace | goesOn)
      hash = mixed(hash & -goesOn, codes[at]!)
      tokenEnds[token + isSpace] = at + 1
      tokenHashes[token + isSpace] = hash
    }
    this.tokens = token + 1
  }

  private reserve(size: number): void {
    if (size <= this.codes.length) return
    const capacity = Math.max(size, this.codes.length * 2)
    this.codes = copied(this.codes, new Uint16Array(capacity))
    this.classes = copied(this.classes, new Uint8Array(capacity))
    this.starts = copied(this.starts, new Int32Array(capacity))
    this.ends = copied(this.ends, new Int32Array(capacity))
    this.tokenStarts = new Int32Array(capacity)
    this.tokenEnds = new Int32Array(capacity)
    this.tokenHashes = new Int32Array(capacity)
  }
}

/** What tells tokens apart quickly: mixed at every character, so that `an` and `c0` do not meet as they would in a sum. */
export function hashToken(codes: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = mixed(hash, codes[at]!)
  return hash
}

function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x9e3779b1)
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
  const { codes, classes, tokens, tokenStarts, tokenEnds } = folder
  const words: string[] = []
  for (let token = 0; token < tokens; token++) {
    const start = tokenStarts[token]!
    if (classes[start] === word) words.push(textOf(codes, start, tokenEnds[token]!))
  }
  return words
}
