import { copied } from './arrays.ts'
import { lexicon } from './lexicon.ts'
import { readingLimits as limits } from './weights.ts'
import { addWord, emptyVector, rarityAt, type Vector, wordCount } from './words.ts'

/** What a text says whatever the product: made once for all the projects that an item is a candidate of. */
export interface Reading {
  text: string
  /** Where the lexicon's phrases stand, in order of their ends: number, start and end of each in turn. */
  places: Int32Array
  length: number
  /** The sum of its words' vectors, each by its rarity and how often it stands there. */
  vector: Vector
  /** Sums over the turns of phrase by which requests and offers are worded, and how many there are. */
  request: number
  offer: number
  styles: number
}

/** The last text of each field. */
const readings = { title: emptyReading(), body: emptyReading() }

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
  addWords(reading, field)
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
  reading.request = 0
  reading.offer = 0
  reading.styles = 0
  for (let at = 0; at < length; at += 3) {
    const style = lexicon.styles[places[at]!]!
    if (style < 0 || places[at + 1]! >= limits.styleChars || styleStamps[style] === stamp) continue
    styleStamps[style] = stamp
    reading.request += lexicon.request[field][style]!
    reading.offer += lexicon.offer[field][style]!
    reading.styles++
  }
}

function addWords(reading: Reading, field: 'title' | 'body'): void {
  const { places, length } = reading
  const times = field === 'title' ? limits.titleTimes : 1
  const seen: number[] = []
  for (let at = 0; at < length; at += 3) {
    const word = lexicon.words[places[at]!]!
    if (word >= 0 && wordCounts[word]!++ === 0) seen.push(word)
  }
  reading.vector = emptyVector()
  for (const word of seen) {
    const rarity = rarityAt(word)
    if (rarity > 0) addWord(reading.vector, word, rarity * Math.min(limits.countMax, wordCounts[word]! * times))
    wordCounts[word] = 0
  }
}

function emptyReading(): Reading {
  return { text: '', places: new Int32Array(3_000), length: 0, vector: emptyVector(), request: 0, offer: 0, styles: 0 }
}
