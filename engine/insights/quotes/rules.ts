/** What an author says in a sentence: a problem, a doubt about a product, or something asked for. */
export type StatementKind = 'pains' | 'objections' | 'requests'

/** Words that say something of a kind. */
export interface Rule {
  /** Finds them in a sentence in lower case with straight apostrophes. */
  pattern: RegExp
  /** The keys (keyAt) of words of which a match has at least one. Most sentences have none, which is fast to see. */
  anchors: readonly number[]
}

/** Rules by topic. */
export type Rules = Readonly<Record<string, readonly Rule[]>>

/** Words that make more of a complaint. */
export const very =
  'too|so|way too|far too|very|super|really|extremely|insanely|ridiculously|painfully|incredibly|unnecessarily|overly|crazy|pretty|just|absurdly|stupidly'
/** Up to three words in between. */
export const some = String.raw`(?:[\p{L}'-]+ ){0,3}?`

/** Makes a rule that finds whole words. Anchors are words separated by spaces, or their first four letters. */
export function rule(anchors: string, source: string): Rule {
  return {
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}'])(?:${source})(?![\p{L}\p{N}])`, 'gu'),
    anchors: anchors.split(' ').map((word) => keyAt(word, 0)),
  }
}

const letters = 27
const keyLetters = 4
export const keyCount = letters ** keyLetters

/** Returns a number for the first four letters of the word that starts here; words of these letters have the same. */
export function keyAt(text: string, start: number): number {
  let key = 0
  let at = start
  for (; at < start + keyLetters; at++) {
    const letter = letterAt(text, at)
    if (letter < 0) break
    key = key * letters + letter
  }
  return key * letters ** (start + keyLetters - at)
}

/** Returns 0 for an apostrophe, 1 to 26 for a letter, and -1 for anything else. */
export function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 39) return 0
  return code >= 97 && code <= 122 ? code - 96 : -1
}
