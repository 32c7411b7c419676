import { copied } from './arrays.ts'
import { lexicon, styleKinds } from './lexicon.ts'
import { readingLimits as limits } from './weights.ts'
import { emptyVector, innerProduct, rarityAt, sumWords, type Vector, wordCount } from './words.ts'

/** What a text says whatever the product: made once for all the projects that an item is a candidate of. */
export interface Reading {
  text: string
  /** Where the lexicon's phrases stand, in order of their ends: number, start and end of each in turn. */
  places: Int32Array
  length: number
  /** The sum of its words' vectors, each by its rarity and how often it stands there; made when first asked for. */
  vector: Vector
  /** Its length; -1 until it is made. */
  norm: number
  /** For each of styleKinds, the sum over the turns of phrase that speak for or against it; and how many there are. */
  style: Float64Array
  styles: number
}

/** Title and body of the last item taken together. */
const whole: Place = { vector: emptyVector(), norm: -1 }

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
  reading.norm = -1
  whole.norm = -1
  reading.text = text
  return reading
}

// Scratch: which styles the text at hand has, by its stamp; how often each word stands in it; which they are, and their
// weights.
const styleStamps = new Uint32Array(lexicon.styleCount)
const wordCounts = new Uint32Array(wordCount)
const seenWords = new Int32Array(wordCount)
const seenWeights = new Float64Array(wordCount)
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

/** Where a text stands among the words. */
interface Place {
  vector: Vector
  norm: number
}

/** Makes the vector of a text unless it is there; valid as long as the reading. */
function placed(reading: Reading): Place {
  if (reading.norm >= 0) return reading
  const { places, length, vector } = reading
  const times = reading === readings.title ? limits.titleTimes : 1
  let different = 0
  for (let at = 0; at < length; at += 3) {
    const word = lexicon.words[places[at]!]!
    if (word >= 0 && rarityAt(word) >= limits.rarityLeast && wordCounts[word]!++ === 0) seenWords[different++] = word
  }
  for (let at = 0; at < different; at++) {
    const word = seenWords[at]!
    seenWeights[at] = rarityAt(word) * Math.min(limits.countMax, wordCounts[word]! * times)
    wordCounts[word] = 0
  }
  sumWords(vector, seenWords, seenWeights, different)
  reading.norm = Math.sqrt(innerProduct(vector, vector))
  return reading
}

/**
 * How close a text stands to a product (a vector of length 1), 0 to 1 and rarely below 0. Of few words little is known:
 * what they say is held back by as much as one rare word counts.
 */
export function closeness(product: Vector, reading: Reading): number {
  return closenessAt(product, placed(reading))
}

/** The same for title and body taken together. */
export function closenessOfItem(product: Vector, title: Reading, body: Reading): number {
  if (whole.norm < 0) {
    const [a, b] = [placed(title).vector, placed(body).vector]
    for (let k = 0; k < whole.vector.length; k++) whole.vector[k] = a[k]! + b[k]!
    whole.norm = Math.sqrt(innerProduct(whole.vector, whole.vector))
  }
  return closenessAt(product, whole)
}

function closenessAt(product: Vector, { vector, norm }: Place): number {
  return norm === 0 ? 0 : innerProduct(product, vector) / (norm + limits.doubt)
}

function emptyReading(): Reading {
  return {
    text: '',
    places: new Int32Array(3_000),
    length: 0,
    vector: emptyVector(),
    norm: 0,
    style: new Float64Array(styleKinds.length),
    styles: 0,
  }
}
