import type { Item } from '../item.ts'
import { type CueKind, cueKinds, cueNumber, topicCues } from './cues.ts'
import { lexicon, phraseField, phraseWidth } from './lexicon.ts'
import type { Reading } from './reading.ts'
import { requestLeast } from './weights.ts'

/** By cueNumber: 1 for the kinds in topicCues. */
const mayBeTopic = Uint8Array.from(cueKinds, (kind) => (topicCues.includes(kind) ? 1 : 0))

/** By phrase number: the last sentence that contained it. */
const phraseInSentence = new Uint32Array(lexicon.size)
let sentenceStamp = 0

/**
 * A field split into sentences, with everything that does not depend on the product. It is computed once per item, so
 * that each product reads only the sentences with its own words. Its typed arrays are refilled for each text.
 */
export class Sentences {
  count = 0
  /** Per sentence: its start and end in the text, and the index of its first word and cue in the lists below. */
  from = new Int32Array(256)
  to = new Int32Array(256)
  firstWord = new Int32Array(256)
  firstCue = new Int32Array(256)
  /** Per sentence: how strongly it asks for something, 0 to 1, and how much of a problem it describes, up to 2. */
  ask = new Float64Array(256)
  pain = new Float64Array(256)
  /** Words of the table in order: their numbers, and their indexes in the reading's positions. */
  words = new Int16Array(1024)
  wordPositions = new Int32Array(1024)
  /**
   * Cues in order, each phrase once per sentence: kind, position, and the phrase's number if the cue may be a product's
   * topic, else -1.
   */
  cues = new Int8Array(1024)
  cueStarts = new Int32Array(1024)
  cueEnds = new Int32Array(1024)
  cuePhrases = new Int32Array(1024)
  /** By cueNumber: the number of cues in the field. */
  readonly totals = new Uint32Array(cueKinds.length)
  /** 1 if the field contains a question. */
  questions = 0
  /** The strongest request among the sentences that name a type of product or service. */
  askCategory = 0
  private positions: Int32Array = new Int32Array()
  private source = ''
  /** By cueNumber: the number of cues in the current sentence. */
  private readonly own = new Uint32Array(cueKinds.length)

  read({ text, positions, length }: Reading): void {
    const { phrases } = lexicon
    this.reserve(length / 3 + 1)
    this.positions = positions
    this.source = text
    const { words, wordPositions, cues, cueStarts, cueEnds, cuePhrases, own } = this
    this.count = 0
    this.totals.fill(0)
    this.questions = 0
    this.askCategory = 0
    const ends = new SentenceEnds(text)
    let to = ends.after(0)
    let found = 0
    let cueCount = 0
    this.open(0, to, 0, 0)
    for (let at = 0; at < length; at += 3) {
      const number = positions[at]!
      const phrase = number * phraseWidth
      const end = positions[at + 2]!
      if (end > to) {
        this.close(text, cueCount)
        const from = to
        to = ends.after(end)
        this.open(from, to, found, cueCount)
      }
      // Two of three phrases are words, which a processor can't predict: the next word overwrites a non-word.
      const word = phrases[phrase + phraseField.word]!
      words[found] = word
      wordPositions[found] = at
      found += (word >>> 31) ^ 1
      const cue = phrases[phrase + phraseField.cue]!
      // A phrase counts once per sentence.
      if (cue < 0 || phraseInSentence[number] === sentenceStamp) continue
      phraseInSentence[number] = sentenceStamp
      cues[cueCount] = cue
      cueStarts[cueCount] = positions[at + 1]!
      cueEnds[cueCount] = end
      cuePhrases[cueCount++] = mayBeTopic[cue] === 1 ? number : -1
      own[cue] = own[cue]! + 1
    }
    this.close(text, cueCount)
    this.firstWord[this.count] = found
    this.firstCue[this.count] = cueCount
  }

  /** The number of words of the table in the field. */
  get wordCount(): number {
    return this.firstWord[this.count]!
  }

  /** Returns where a word of the list starts in the text. */
  wordStart(at: number): number {
    return this.positions[this.wordPositions[at]! + 1]!
  }

  wordEnd(at: number): number {
    return this.positions[this.wordPositions[at]! + 2]!
  }

  /** Returns the indexes of the cues of a kind. */
  cuesOf(kind: CueKind): number[] {
    const found: number[] = []
    for (let at = 0; at < this.firstCue[this.count]!; at++) if (this.cues[at] === cueNumber[kind]) found.push(at)
    return found
  }

  /** Returns a cue of the list as it is written, in lower case. */
  cueText(at: number): string {
    return this.source.slice(this.cueStarts[at]!, this.cueEnds[at]!).toLowerCase()
  }

  private open(from: number, to: number, firstWord: number, firstCue: number): void {
    const { count } = this
    sentenceStamp++
    this.from[count] = from
    this.to[count] = to
    this.firstWord[count] = firstWord
    this.firstCue[count] = firstCue
  }

  /** Closes the sentence; `lastCue` is the end of its cues. */
  private close(text: string, lastCue: number): void {
    const { own, totals, cues, count } = this
    const isQuestion = text.charCodeAt(this.to[count]! - 1) === questionMark
    if (isQuestion) this.questions = 1
    const wonder = Math.min(1, (own[cueNumber.wonder]! + (isQuestion ? 1 : 0)) / 2)
    const ask = Math.min(1, (Math.min(2, own[cueNumber.ask]! + own[cueNumber.leave]!) + wonder) / 2)
    this.ask[count] = ask
    this.pain[count] = Math.min(2, own[cueNumber.pain]!)
    this.askCategory = Math.max(this.askCategory, Math.min(1, own[cueNumber.category]!) * ask)
    for (let at = this.firstCue[count]!; at < lastCue; at++) {
      const cue = cues[at]!
      totals[cue] = totals[cue]! + 1
      own[cue] = 0
    }
    this.count = count + 1
  }

  /** Reserves room for this many phrases; there is at most one more sentence. */
  private reserve(phrases: number): void {
    if (phrases + 2 > this.from.length) {
      const size = phrases * 2 + 2
      this.from = new Int32Array(size)
      this.to = new Int32Array(size)
      this.firstWord = new Int32Array(size)
      this.firstCue = new Int32Array(size)
      this.ask = new Float64Array(size)
      this.pain = new Float64Array(size)
    }
    if (phrases >= this.words.length) {
      const size = phrases * 2
      this.words = new Int16Array(size)
      this.wordPositions = new Int32Array(size)
      this.cues = new Int8Array(size)
      this.cueStarts = new Int32Array(size)
      this.cueEnds = new Int32Array(size)
      this.cuePhrases = new Int32Array(size)
    }
  }
}

const questionMark = 63

/** Finds the ends of a text's sentences, from first to last. */
class SentenceEnds {
  private readonly text: string
  /** The next position of each mark that ends a sentence, from the last position requested. */
  private line = -1
  private period = -1
  private exclamation = -1
  private question = -1

  constructor(text: string) {
    this.text = text
  }

  /** Returns the end of the sentence at `from`: after a period, question mark or exclamation mark, or a line's end. */
  after(from: number): number {
    const { text } = this
    // Each mark is searched for once, however many sentences there are.
    if (this.line < from) this.line = nextOf(text, '\n', from)
    if (this.period < from) this.period = nextEnd(text, '.', from)
    if (this.exclamation < from) this.exclamation = nextEnd(text, '!', from)
    if (this.question < from) this.question = nextEnd(text, '?', from)
    const { line } = this
    const end = Math.min(this.period, this.exclamation, this.question)
    if (end < line) return end + 1
    return line === from && line < text.length ? line + 1 : line
  }
}

/** Returns the next mark that ends a sentence, unlike the dot in `node.js`. */
function nextEnd(text: string, sign: string, from: number): number {
  let at = nextOf(text, sign, from)
  while (!isSpaceOrEnd(text, at + 1)) at = nextOf(text, sign, at + 1)
  return at
}

/** Returns the next position of a mark, or the length of the text. */
function nextOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at
}

function isSpaceOrEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) <= 32
}

const sentences = { title: new Sentences(), body: new Sentences() }
/** The versions of the readings that they belong to. */
const versions = { title: -1, body: -1 }

/** Returns the sentences of the current reading of a field. */
export function sentencesOf(field: 'title' | 'body', reading: Reading): Sentences {
  if (versions[field] !== reading.version) {
    versions[field] = reading.version
    sentences[field].read(reading)
  }
  return sentences[field]
}

/**
 * Returns whether the title of a post asks for something: clearly, or for a type of product. The title above a comment
 * is another user's.
 */
export function asksInTitle({ kind }: Item, title: Reading): boolean {
  if (kind === 'comment') return false
  const { ask, count, askCategory } = sentencesOf('title', title)
  if (askCategory >= requestLeast.forCategory) return true
  for (let sentence = 0; sentence < count; sentence++) if (ask[sentence]! >= requestLeast.ask) return true
  return false
}
