import { copyInto } from '../arrays.ts'
import { hashFactor, notPlain } from '../kernel-constants.ts'
import {
  charClass,
  clusterEnd,
  foldedCluster,
  foldedUnit,
  isJoining,
  learnUnit,
  mayBeMarkup,
  underscore,
  unitFolds,
  unitKinds,
} from './fold.ts'
import { markupLength } from './markup.ts'

/**
 * Reads a text: folds it (case, NFKC, typographic variants, invisible characters, Markdown inside words), maps it back
 * to the original offsets, and cuts it into tokens. Phrases and posts are read alike, so that they match.
 * docs/decisions/0010 defines a word and gives the reasons.
 */
export { charClass }

const { space, word, symbol, alone } = charClass

/** Room behind the last character, so that reading several at once needs no bounds check. */
const spare = 4

/** A folded text and its tokens in reusable buffers; valid until the next fold. */
export class Folder {
  length = 0
  codes: Uint16Array = new Uint16Array(4096)
  classes: Uint8Array = new Uint8Array(4096)
  /** The number of tokens; for each, its start and end among the codes, and its hashToken(). */
  tokens = 0
  tokenStarts: Int32Array = new Int32Array(4096)
  tokenEnds: Int32Array = new Int32Array(4096)
  tokenHashes: Int32Array = new Int32Array(4096)
  /** The text, followed by 0. */
  protected units: Uint16Array = new Uint16Array(4096)
  private source = ''
  /** The original start and end of each folded character; unused while `identity` is true. */
  private starts: Int32Array = new Int32Array(4096)
  private ends: Int32Array = new Int32Array(4096)
  private identity = true
  private holdsUnderscore = false

  fold(text: string): void {
    const { length } = text
    this.reserve(length + spare)
    this.source = text
    this.write(text)
    this.units[length] = 0
    this.length = 0
    this.identity = true
    // Searching for this rare character first saves the loops below a check per character.
    this.holdsUnderscore = text.includes('_')
    for (let at = 0; at < length; ) {
      at = this.foldPlain(at, length)
      if (at === length) break
      // A single plain unit between two others is folded the same way.
      do at = this.foldOther(at)
      while (at < length && !(isPlain(this.units[at]!) && isPlain(this.units[at + 1]!)))
    }
    if (this.holdsUnderscore) this.joinNames()
    this.tokens = this.cut()
    this.source = ''
  }

  /** Returns the original UTF-16 offset at which the folded character `index` starts. */
  startOf(index: number): number {
    return this.identity ? index : this.starts[index]!
  }

  /** Returns the original UTF-16 offset at which the folded character `index` ends. */
  endOf(index: number): number {
    return this.identity ? index + 1 : this.ends[index]!
  }

  /** Writes the text as units, which are faster to read than a string. */
  protected write(text: string): void {
    const { units } = this
    for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  }

  /** Folds units that become one unit each, and returns the position of the first one that may not. */
  private foldPlain(from: number, to: number): number {
    const at = this.copyPlain(from, to)
    if (!this.identity) this.place(this.length, from, at)
    this.length += at - from
    return at
  }

  /** Appends such units to the folded characters. */
  protected copyPlain(from: number, to: number): number {
    const { units, codes, classes } = this
    const shift = this.length - from
    let at = from
    for (; at < to; at++) {
      const code = units[at]!
      const kind = unitKinds[code]!
      if (kind >= notPlain) break
      codes[at + shift] = unitFolds[code]!
      classes[at + shift] = kind
    }
    return at
  }

  /** Folds one character that foldPlain() skipped: Markdown, a new one, or one that has marks or changes its length. */
  private foldOther(at: number): number {
    const { units } = this
    const code = units[at]!
    if (!mayBeMarkup(code)) {
      if (!isJoining(code) || !this.wasPlain(at - 1)) return this.foldCluster(at)
      this.length--
      return this.foldCluster(at - 1)
    }
    const hidden = markupLength(units, at, this.isAfterWord())
    if (hidden === 0) {
      this.append(code, symbol, at, at + 1)
      return at + 1
    }
    this.loseIdentity()
    return hidden === 1 ? this.foldCluster(at + 1) : at + hidden
  }

  /** Folds the character at `at` with its marks, and returns the position of the next one. */
  private foldCluster(at: number): number {
    const { units } = this
    const code = units[at]!
    const end = clusterEnd(units, at)
    const isUnit = end === at + 1
    if (isUnit && learnUnit(code)) {
      if (code > 127) this.learned(code)
      this.append(unitFolds[code]!, unitKinds[code]!, at, end)
      return end
    }
    const folded = isUnit ? foldedUnit(code) : foldedCluster(this.source.slice(at, end))
    const count = folded.codes.length
    if (count !== 1 || end !== at + 1) this.loseIdentity()
    // The rest of the text must fit behind a character that grew.
    this.reserve(this.length + count + this.source.length - end + spare)
    const { codes, classes, starts, ends, length } = this
    for (let k = 0; k < count; k++) {
      const code = folded.codes[k]!
      codes[length + k] = code
      classes[length + k] = folded.classes[k]!
      starts[length + k] = at
      ends[length + k] = end
      if (code === underscore) this.holdsUnderscore = true
    }
    this.length = length + count
    return end
  }

  /** Returns whether the latest folded character is the unit at `at`, which was assumed to have no marks. */
  private wasPlain(at: number): boolean {
    return this.length > 0 && this.startOf(this.length - 1) === at && !isJoining(this.units[at]!)
  }

  /** Called for a unit that foldPlain() skips but that turned out to become one unit. */
  protected learned(_code: number): void {}

  private isAfterWord(): boolean {
    const before = this.length === 0 ? space : this.classes[this.length - 1]!
    return before === word || before === alone
  }

  /** Keeps offsets in lists from here on. */
  private loseIdentity(): void {
    if (!this.identity) return
    this.identity = false
    this.place(0, 0, this.length)
  }

  /** Records the offsets of units that become one each, starting with the folded character `first`. */
  private place(first: number, from: number, to: number): void {
    const { starts, ends } = this
    const shift = first - from
    for (let at = from; at < to; at++) {
      starts[at + shift] = at
      ends[at + shift] = at + 1
    }
  }

  private append(code: number, kind: number, start: number, end: number): void {
    const index = this.length++
    this.codes[index] = code
    this.classes[index] = kind
    this.starts[index] = start
    this.ends[index] = end
    if (code === underscore) this.holdsUnderscore = true
  }

  /** Makes an underscore inside a name part of it; around a word, it is Markdown. */
  private joinNames(): void {
    const { codes, classes, length } = this
    for (let at = 1; at + 1 < length; at++) {
      if (codes[at] === underscore && classes[at - 1] === word && classes[at + 1] === word) classes[at] = word
    }
  }

  /**
   * Cuts the text into tokens and returns their number: runs of letters, digits and marks, and any other visible
   * character. There are no branches, since a processor can't predict where a word ends. A value written too early is
   * overwritten by the next token.
   */
  protected cut(): number {
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
    return token + 1
  }

  protected reserve(size: number): void {
    if (size <= this.codes.length) return
    const capacity = Math.max(size, this.codes.length * 2)
    this.starts = copyInto(this.starts, new Int32Array(capacity))
    this.ends = copyInto(this.ends, new Int32Array(capacity))
    this.makeRoom(capacity)
  }

  /** Makes room for this many characters, and keeps the existing ones. */
  protected makeRoom(capacity: number): void {
    this.units = copyInto(this.units, new Uint16Array(capacity))
    this.codes = copyInto(this.codes, new Uint16Array(capacity))
    this.classes = copyInto(this.classes, new Uint8Array(capacity))
    this.tokenStarts = new Int32Array(capacity)
    this.tokenEnds = new Int32Array(capacity)
    this.tokenHashes = new Int32Array(capacity)
  }
}

function isPlain(code: number): boolean {
  return unitKinds[code]! < notPlain
}

/** Returns a hash to compare tokens quickly. Unlike a sum, it is mixed at every character: `an` and `c0` differ. */
export function hashToken(codes: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = mixed(hash, codes[at]!)
  return hash
}

function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, hashFactor)
}

/** For functions that no longer need the text once they return. */
const sharedFolder = new Folder()

function textOf(codes: Uint16Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(codes[at]!)
  return text
}

/** Returns the normal form of a phrase: folded tokens, and spaces for white space. Equal forms match alike. */
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

/** Returns the folded words of a text in order, without symbols and white space. */
export function wordsOf(text: string): string[] {
  return wordsBeginning('', text)
}

/** Returns those of the folded words that begin with a form, in order. */
export function wordsBeginning(beginning: string, text: string): string[] {
  const folder = sharedFolder
  folder.fold(text)
  const { codes, classes, tokens, tokenStarts, tokenEnds } = folder
  const words: string[] = []
  for (let token = 0; token < tokens; token++) {
    const start = tokenStarts[token]!
    const end = tokenEnds[token]!
    if (classes[start] === word && begins(codes, start, end, beginning)) words.push(textOf(codes, start, end))
  }
  return words
}

function begins(codes: Uint16Array, start: number, end: number, beginning: string): boolean {
  if (end - start < beginning.length) return false
  for (let at = 0; at < beginning.length; at++) if (codes[start + at] !== beginning.charCodeAt(at)) return false
  return true
}
