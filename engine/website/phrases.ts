import { stem } from '../text/stem.ts'
import { normalForm } from '../text/text.ts'
import { addWord, emptyVector, similarity, wordNumber } from '../text/words.ts'
import { functionWords, praise } from './function-words.ts'

/** The maximum number of words in a phrase that people would write. */
export const wordsMax = 3

/** Words before a verb, and words after one: `you drink`, `matches it`. */
const doers = new Set("can i it let let's never not please that they to we which who will you".split(' '))
const objects = new Set('him her it me them us you'.split(' '))
const determiners = new Set('a an her his its my our that the their this your'.split(' '))
/** Adjectives that never start a phrase, except before a word of `ofSomeSize`. */
const sizes = new Set('big daily full high large long low new old short small weekly whole'.split(' '))
const ofSomeSize = /^(?:business(?:es)?|compan(?:y|ies)|teams?|agenc(?:y|ies)|origin|mom|sale|term)$/

/** Adjacent words, and how much of a term they are: cut before its last word, it is half a term. */
export interface Phrase {
  words: string[]
  worth: number
}

export const worthOf = { whole: 1.15, ending: 1, cut: 0.5 }
/** Words for any product; a term may also end before one. */
const anyProduct =
  /^(?:app|application|agency|company|platform|program|provider|service|software|solution|system|tool)s?$/
/** From this closeness on, two adjacent words are one compound, such as `social media`. */
const oneThing = 0.25

/** Returns the runs of words between punctuation, function words and praise, and their parts of up to three words. */
export function phrasesIn(text: string, names: ReadonlySet<string>): Phrase[] {
  const found: Phrase[] = []
  for (const stretch of text.split(/[^\p{L}\p{M}\p{N}\s&'’+#-]+|\s[-–—&]\s/u)) {
    let run: string[] = []
    let before = ''
    for (const word of [...normalForm(stretch).split(' '), '']) {
      const isOpen = word !== '' && !functionWords.has(word) && !names.has(word) && /\p{L}/u.test(word)
      if (isOpen) run.push(word.replace(/^['-]+|['-]+$/g, ''))
      else {
        // "Vendors book their stall", "vendors pay the fee": the last word before a determiner is a verb.
        const isDoing = run.length > 1 && determiners.has(word)
        const isDone = doers.has(before) || (names.has(before) && /[^s]s$/.test(run[0] ?? ''))
        found.push(...partsOf(run.slice(isDone ? 1 : 0, isDoing || objects.has(word) ? -1 : undefined)))
        run = []
        before = word
      }
    }
  }
  return found
}

function partsOf(run: readonly string[]): Phrase[] {
  const parts: Phrase[] = []
  for (const term of termsOf(run)) {
    const end = term.length > 2 && anyProduct.test(term.at(-1)!) ? term.length - 1 : term.length
    for (let from = 0; from < term.length; from++) {
      for (let to = from + 1; to <= Math.min(term.length, from + wordsMax); to++) {
        const words = term.slice(from, to)
        const isOfSize = sizes.has(words[0]!) && !ofSomeSize.test(words[1] ?? '')
        const isSaid = words.every((word) => word.length > 1) && words.join('').length > 2
        const isCut = to < end || (from > 0 && isOneThing(term[from - 1]!, term[from]!))
        if (!isOfSize && isSaid) parts.push({ words, worth: worthOf[isCut ? 'cut' : from > 0 ? 'ending' : 'whole'] })
      }
    }
  }
  return parts
}

function isOneThing(first: string, second: string): boolean {
  const [a, b] = [first, second].map((word) => {
    const vector = emptyVector()
    const number = wordNumber(stem(word))
    if (number >= 0) addWord(vector, number, 1)
    return vector
  })
  return similarity(a!, b!) >= oneThing
}

/** Splits a run at words of praise, and drops these. */
function termsOf(run: readonly string[]): string[][] {
  const terms: string[][] = [[]]
  for (const word of run) {
    if (praise.has(word)) terms.push([])
    else terms.at(-1)!.push(word)
  }
  return terms
}
