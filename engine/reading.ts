import { copied } from './arrays.ts'
import { lexicon, styleKinds } from './lexicon.ts'
import { readingLimits as limits } from './weights.ts'
import { addWord, emptyVector, innerProduct, rarityAt, type Vector, wordCount } from './words.ts'

/** What a text says whatever the product: made once for all the projects that an item is a candidate of. */
export interface Reading {
  text: string
  /** Where the lexicon's phrases stand, in order of their ends: number, start and end of each in turn. */
  places: Int32Array
  length: number
  /** The sum of its words' vectors, each by its rarity and how often it stands there; made when first asked for. */
  vector: Vector
  hasVector: boolean
  /** For each of styleKinds, the sum over the turns of phrase that speak for or against it; and how many there are. */
  style: Float64Array
  styles: number
}

/** The last text of each field. */
const readings = { title: emptyReading(), body: emptyReading() }

/** Reads both fields of an item, the body as far as it counts; valid until the next item. */
export function readItem({ title, body }: { title: string; body: string }): { title: Reading; body: Reading } {
  return { title: readText('title', title), body: readText('body', body.slice(0, limits.bodyChars)) }
}

/** Reads a text; valid until the next one of the same field. */
export function readText(field: 'title' | 'body', text: string): Reading {
  const reading = readings[field]
  if (reading.text === text) return reading
  reading.length = 0
  lexicon.matcher.scan(text, (number, start, end) => {
    const { length } = reading
    if (length + 3 > reading.places.length) reading.places = copied(reading.places, new Int32Array(length * 2 + 3))
    reading.places[length] = number
    reading.places[length + 1] = start
    reading.places[length + 2] = end
    reading.length += 3
  })
  addStyles(reading, field)
  reading.hasVector = false
  reading.text = text
  return reading
}

// Scratch: which styles the text at hand has, by its stamp, and how often each word stands in it.
const styleStamps = new Uint32Array(lexicon.styleCount)
const wordCounts = new Uint32Array(wordCount)
let stamp = 0

function addStyles(reading: Reading, field: 'title' | 'body'): void {
  const { places, length } = reading
  stamp++
  const weights = lexicon.styleWeights[field]
  const kinds = reading.style.length
  reading.style.fill(0)
  reading.styles = 0
  for (let at = 0; at < length; at += 3) {
    const style = lexicon.styles[places[at]!]!
    if (style < 0 || places[at + 1]! >= limits.styleChars || styleStamps[style] === stamp) continue
    styleStamps[style] = stamp
    for (let kind = 0; kind < kinds; kind++) reading.style[kind]! += weights[style * kinds + kind]!
    reading.styles++
  }
}

/** Where a text stands among the words; valid as long as its reading. */
export function vectorOf(reading: Reading): Vector {
  if (reading.hasVector) return reading.vector
  const { places, length, vector } = reading
  const times = reading === readings.title ? limits.titleTimes : 1
  const seen: number[] = []
  for (let at = 0; at < length; at += 3) {
    const word = lexicon.words[places[at]!]!
    if (word >= 0 && wordCounts[word]!++ === 0) seen.push(word)
  }
  vector.fill(0)
  for (const word of seen) {
    const rarity = rarityAt(word)
    if (rarity > 0) addWord(vector, word, rarity * Math.min(limits.countMax, wordCounts[word]! * times))
    wordCounts[word] = 0
  }
  reading.hasVector = true
  return vector
}

/**
 * How close a text stands to a product (a vector of length 1), 0 to 1 and rarely below 0. Of few words little is known:
 * what they say is held back by as much as one rare word counts.
 */
export function closeness(product: Vector, text: Vector): number {
  return innerProduct(product, text) / (Math.sqrt(innerProduct(text, text)) + limits.doubt)
}

const whole = emptyVector()

/** The same for title and body taken together. */
export function closenessOfItem(product: Vector, title: Reading, body: Reading): number {
  const [a, b] = [vectorOf(title), vectorOf(body)]
  for (let k = 0; k < whole.length; k++) whole[k] = a[k]! + b[k]!
  return closeness(product, whole)
}

function emptyReading(): Reading {
  return {
    text: '',
    places: new Int32Array(3_000),
    length: 0,
    vector: emptyVector(),
    hasVector: true,
    style: new Float64Array(styleKinds.length),
    styles: 0,
  }
}
