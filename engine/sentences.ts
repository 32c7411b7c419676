import { type CueKind, cueKinds, cueNumber } from './cues.ts'
import { lexicon, phraseField, phraseWidth } from './lexicon.ts'
import type { Reading } from './reading.ts'

/** By cueNumber: work, lessons and programming are what some products are about. */
const isOfSomeProducts = Uint8Array.from(cueKinds, (kind) => (/^(career|learn|make)$/.test(kind) ? 1 : 0))

/** By the number of a phrase: in which sentence it was seen last. */
const phraseInSentence = new Uint32Array(lexicon.size)
let sentenceStamp = 0

/**
 * A field cut into sentences, with what they say whatever the product: made once an item, so that each product looks
 * only at where its own words stand. Lists in typed arrays, which are filled anew for each text.
 */
export class Sentences {
  count = 0
  /** Per sentence: where it begins and ends in the text, and where its words and its cues begin in the lists below. */
  from = new Int32Array(256)
  to = new Int32Array(256)
  firstWord = new Int32Array(256)
  firstCue = new Int32Array(256)
  /** Per sentence: how much it asks for something, 0 to 1, and how much of a problem it tells of, up to 2. */
  ask = new Float64Array(256)
  pain = new Float64Array(256)
  /** Words of the table in order: their numbers and places. */
  words = new Int32Array(1024)
  wordStarts = new Int32Array(1024)
  wordEnds = new Int32Array(1024)
  /** Cues in order, each phrase once a sentence: kind, place, and the word that it is if some products are about it; -1. */
  cues = new Int8Array(1024)
  cueStarts = new Int32Array(1024)
  cueEnds = new Int32Array(1024)
  cueWords = new Int32Array(1024)
  /** By cueNumber: how many cues of the field are of each kind. */
  readonly totals = new Uint32Array(cueKinds.length)
  /** 1 where any of it is a question. */
  questions = 0
  /** The most that any sentence asks for that names a kind of product or service. */
  askCategory = 0
  private wordCount = 0
  private cueCount = 0
  /** By cueNumber: how many cues of the sentence being read are of each kind. */
  private readonly own = new Uint32Array(cueKinds.length)

  read({ text, places, length }: Reading): void {
    const { phrases } = lexicon
    this.reserve(length / 3 + 1)
    this.count = 0
    this.wordCount = 0
    this.cueCount = 0
    this.totals.fill(0)
    this.questions = 0
    this.askCategory = 0
    let to = endOfSentence(text, 0)
    this.open(0, to)
    for (let at = 0; at < length; at += 3) {
      const number = places[at]!
      const end = places[at + 2]!
      if (end > to) {
        this.close(text)
        const from = to
        to = endOfSentence(text, end)
        this.open(from, to)
      }
      const word = phrases[number * phraseWidth + phraseField.word]!
      if (word >= 0) this.addWord(word, places[at + 1]!, end)
      const cue = phrases[number * phraseWidth + phraseField.cue]!
      if (cue < 0 || phraseInSentence[number] === sentenceStamp) continue
      phraseInSentence[number] = sentenceStamp
      this.addCue(cue, places[at + 1]!, end, isOfSomeProducts[cue] === 1 ? word : -1)
    }
    this.close(text)
    this.firstWord[this.count] = this.wordCount
    this.firstCue[this.count] = this.cueCount
  }

  /** Where in the lists of cues those of a kind stand. */
  cuesOf(kind: CueKind): number[] {
    const found: number[] = []
    for (let at = 0; at < this.firstCue[this.count]!; at++) if (this.cues[at] === cueNumber[kind]) found.push(at)
    return found
  }

  private open(from: number, to: number): void {
    const { count } = this
    sentenceStamp++
    this.from[count] = from
    this.to[count] = to
    this.firstWord[count] = this.wordCount
    this.firstCue[count] = this.cueCount
  }

  private addWord(word: number, start: number, end: number): void {
    const at = this.wordCount++
    this.words[at] = word
    this.wordStarts[at] = start
    this.wordEnds[at] = end
  }

  private addCue(cue: number, start: number, end: number, word: number): void {
    const at = this.cueCount++
    this.cues[at] = cue
    this.cueStarts[at] = start
    this.cueEnds[at] = end
    this.cueWords[at] = word
    this.own[cue]!++
    this.totals[cue]!++
  }

  private close(text: string): void {
    const { own, count } = this
    const isQuestion = text.charCodeAt(this.to[count]! - 1) === questionMark
    if (isQuestion) this.questions = 1
    const wonder = Math.min(1, (own[cueNumber.wonder]! + (isQuestion ? 1 : 0)) / 2)
    const ask = Math.min(1, (Math.min(2, own[cueNumber.ask]! + own[cueNumber.leave]!) + wonder) / 2)
    this.ask[count] = ask
    this.pain[count] = Math.min(2, own[cueNumber.pain]!)
    this.askCategory = Math.max(this.askCategory, Math.min(1, own[cueNumber.category]!) * ask)
    for (let at = this.firstCue[count]!; at < this.cueCount; at++) own[this.cues[at]!] = 0
    this.count++
  }

  /** Makes room for what so many phrases can be; there is at most one sentence more. */
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
    if (phrases > this.words.length) {
      const size = phrases * 2
      this.words = new Int32Array(size)
      this.wordStarts = new Int32Array(size)
      this.wordEnds = new Int32Array(size)
      this.cues = new Int8Array(size)
      this.cueStarts = new Int32Array(size)
      this.cueEnds = new Int32Array(size)
      this.cueWords = new Int32Array(size)
    }
  }
}

const questionMark = 63
const newline = 10

/** Where the sentence ends that goes on at `from`: after a full stop, question or exclamation mark, or at a line's end. */
function endOfSentence(text: string, from: number): number {
  for (let at = Math.max(0, from); at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline) return at === from ? at + 1 : at
    if ((code === 46 || code === 33 || code === questionMark) && isSpaceOrEnd(text, at + 1)) return at + 1
  }
  return text.length
}

function isSpaceOrEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) <= 32
}

const sentences = { title: new Sentences(), body: new Sentences() }
/** Of which reading they are. */
const versions = { title: -1, body: -1 }

/** The sentences of a field as it was read last. */
export function sentencesOf(field: 'title' | 'body', reading: Reading): Sentences {
  if (versions[field] !== reading.version) {
    versions[field] = reading.version
    sentences[field].read(reading)
  }
  return sentences[field]
}
