import { noMatches } from '../match/match.ts'
import { emptyVector, innerProduct, rarityAt, sumWords, type Vector, wordCount } from '../text/words.ts'
import { lexicon, phraseField, phraseWidth, styleKinds } from './lexicon.ts'
import { readingLimits as limits } from './weights.ts'

/** A text as read for any product; computed once for all projects that have the item as a candidate. */
export interface Reading {
  /** The part that counts. */
  text: string
  /** The whole text. */
  source: string
  /** Unique per text, which ties values derived later to this reading. */
  version: number
  /** The lexicon's phrases in order of their ends: number, start and end of each in turn. */
  positions: Int32Array
  length: number
  /** Each distinct phrase in order of its first occurrence: its number and its count. */
  distinct: Int32Array
  times: Int32Array
  different: number
  /** Indexes in `distinct` of the phrases that show what the text is about, and of those that are terms of kinds. */
  telling: Int32Array
  tellings: number
  terms: Int32Array
  termCount: number
  /** The sum of its words' vectors, each times its rarity and count; computed on first use. */
  vector: Vector
  /** Its length; -1 until it is computed. */
  norm: number
  /** For each of styleKinds, the sum of the phrases' weights; and the number of these phrases. */
  style: Float64Array
  styles: number
}

/** The last item's title and body together. */
const whole: TextVector = { vector: emptyVector(), norm: -1 }

/** The initial capacity for distinct phrases. */
const phrasesAtFirst = 1_000

let version = 0

/** The last text of each field. */
const readings = { title: emptyReading(), body: emptyReading() }
const matchesOf = { title: noMatches(), body: noMatches() }

/** Reads both fields of an item; valid until the next item. */
export function readItem({ title, body }: { title: string; body: string }): { title: Reading; body: Reading } {
  readText('title', title)
  readText('body', body)
  return readings
}

/** Reads a text, up to the length that counts for a body. */
function readText(field: 'title' | 'body', source: string): void {
  const reading = readings[field]
  if (reading.source === source) return
  const text = field === 'body' && source.length > limits.bodyChars ? source.slice(0, limits.bodyChars) : source
  const matches = matchesOf[field]
  lexicon.matcher.list(text, matches)
  reading.positions = matches.numbers
  reading.length = matches.length
  collect(reading, field)
  reading.norm = -1
  whole.norm = -1
  reading.text = text
  reading.source = source
  reading.version = ++version
}

// Scratch, by phrase number: its index in the current text's list, if that entry holds the same number.
const slots = new Uint16Array(lexicon.size)
// How often each word occurs in a text, which words occur, and their weights.
const wordCounts = new Uint32Array(wordCount)
const seenWords = new Int32Array(wordCount)
const seenWeights = new Float64Array(wordCount)

/**
 * Lists each phrase once and adds up the style of the beginning of the text. A processor can't predict the type of a
 * phrase. To avoid branches, each phrase is written to every list, which grows only if the phrase belongs there.
 */
function collect(reading: Reading, field: 'title' | 'body'): void {
  const { positions, length, style } = reading
  const { phrases } = lexicon
  const weights = lexicon.styleWeights[field]
  if (length > reading.distinct.length * 3) reserve(reading, length)
  const { distinct, times, telling, terms } = reading
  let different = 0
  let tellings = 0
  let termCount = 0
  let styles = 0
  let [request, offer, seek, need] = [0, 0, 0, 0]
  for (let at = 0; at < length; at += 3) {
    const number = positions[at]!
    const slot = slots[number]!
    if (slot < different && distinct[slot] === number) {
      times[slot] = times[slot]! + 1
      continue
    }
    const phrase = number * phraseWidth
    telling[tellings] = different
    tellings += isThere(phrases[phrase + phraseField.telling]!)
    terms[termCount] = different
    termCount += isThere(phrases[phrase + phraseField.term]!)
    slots[number] = different
    distinct[different] = number
    times[different++] = 1
    if (positions[at + 1]! >= limits.styleChars) continue
    const row = phrases[phrase + phraseField.style]!
    const from = (row + 1) * styleKinds.length
    request += weights[from]!
    offer += weights[from + 1]!
    seek += weights[from + 2]!
    need += weights[from + 3]!
    styles += isThere(row)
  }
  style[0] = request
  style[1] = offer
  style[2] = seek
  style[3] = need
  reading.different = different
  reading.tellings = tellings
  reading.termCount = termCount
  reading.styles = styles
}

/** Returns 0 for -1, else 1. */
function isThere(number: number): number {
  return (number >>> 31) ^ 1
}

function reserve(reading: Reading, phrases: number): void {
  reading.distinct = new Int32Array(phrases)
  reading.times = new Int32Array(phrases)
  reading.telling = new Int32Array(phrases)
  reading.terms = new Int32Array(phrases)
}

/** A text as a vector of its words. */
interface TextVector {
  vector: Vector
  norm: number
}

/** Returns the vector of a text, computed on first use; valid as long as the reading. */
function textVectorOf(reading: Reading): TextVector {
  if (reading.norm >= 0) return reading
  const { distinct, times, telling, tellings, vector } = reading
  const { phrases } = lexicon
  const worth = reading === readings.title ? limits.titleTimes : 1
  let different = 0
  for (let index = 0; index < tellings; index++) {
    const at = telling[index]!
    const word = phrases[distinct[at]! * phraseWidth + phraseField.telling]!
    if (wordCounts[word] === 0) seenWords[different++] = word
    wordCounts[word] = wordCounts[word]! + times[at]!
  }
  for (let at = 0; at < different; at++) {
    const word = seenWords[at]!
    seenWeights[at] = rarityAt(word) * Math.min(limits.countMax, wordCounts[word]! * worth)
    wordCounts[word] = 0
  }
  sumWords(vector, seenWords, seenWeights, different)
  reading.norm = Math.sqrt(innerProduct(vector, vector))
  return reading
}

/**
 * Returns how close a text is to a product (a vector of length 1): 0 to 1, rarely below 0. Few words say little, so the
 * result is damped by the weight of one rare word.
 */
export function closeness(product: Vector, reading: Reading): number {
  return closenessAt(product, textVectorOf(reading))
}

/** Returns the same for title and body together. */
export function closenessOfItem(product: Vector, title: Reading, body: Reading): number {
  if (whole.norm < 0) {
    const [a, b] = [textVectorOf(title).vector, textVectorOf(body).vector]
    for (let k = 0; k < whole.vector.length; k++) whole.vector[k] = a[k]! + b[k]!
    whole.norm = Math.sqrt(innerProduct(whole.vector, whole.vector))
  }
  return closenessAt(product, whole)
}

function closenessAt(product: Vector, { vector, norm }: TextVector): number {
  return norm === 0 ? 0 : innerProduct(product, vector) / (norm + limits.doubt)
}

function emptyReading(): Reading {
  const reading = {
    text: '',
    source: '',
    version: 0,
    positions: new Int32Array(),
    length: 0,
    distinct: new Int32Array(),
    times: new Int32Array(),
    different: 0,
    telling: new Int32Array(),
    tellings: 0,
    terms: new Int32Array(),
    termCount: 0,
    vector: emptyVector(),
    norm: 0,
    style: new Float64Array(styleKinds.length),
    styles: 0,
  }
  reserve(reading, phrasesAtFirst)
  return reading
}
