import type { Item } from '../item.ts'
import type { Realm } from '../sources.ts'
import { wordsOf } from '../text/text.ts'
import { hashOf, mixHash, sketchOf } from './duplicates.ts'

/** Fewer words than these say too little: two people ask the same without having read each other, one person seldom. */
const wordsLeast = 8
const wordsLeastOfOne = 4
/** From so many words on a text is known again when some of them change; shorter ones when none does. */
const wordsNear = 20
/** A body of so many words is the text, whatever title a crosspost gives it. */
const bodyWordsAlone = 30
/**
 * Numbers of a sketch that are a key together: of texts that have nine tenths of their shingles in common 99 % share a
 * key, of those that have half in common 17 %, of those that have a third 2 %.
 */
const keySize = 5

/**
 * What a text can be known by when it is posted again, also with small changes: two texts are copies where they share a
 * key (docs/decisions/0025). Each key is a signed integer of 64 bits, in digits. None for what is too short
 * to be anybody's copy. A comment comes with the title of the post it stands under, which is none of its own words.
 * What is said in the sandbox is no copy of anything real.
 */
export function copyKeysOf(item: Pick<Item, 'kind' | 'author' | 'title' | 'body'>, realm: Realm = 'real'): string[] {
  const keys = keysOf(item)
  return realm === 'real' ? keys : keys.map((key) => (BigInt(key) ^ sandboxBits).toString())
}

/** Any number of 63 bits. */
const sandboxBits = 0x5bd1e9955bd1e995n

function keysOf({ kind, author, title, body }: Pick<Item, 'kind' | 'author' | 'title' | 'body'>): string[] {
  const ofBody = wordsOf(body)
  const ownTitle = kind === 'comment' || ofBody.length >= bodyWordsAlone ? '' : title
  const words = [...wordsOf(ownTitle), ...ofBody]
  if (words.length < wordsNear) return exactKeys(words, author)
  const sketch = sketchOf(ownTitle, body)
  const keys: string[] = []
  for (let at = 0; at + keySize <= sketch.length; at += keySize) {
    keys.push(keyOf(at + 1, sketch.subarray(at, at + keySize)))
  }
  return keys
}

function exactKeys(words: readonly string[], author: string | null): string[] {
  const hashes = words.map(hashOf)
  if (words.length >= wordsLeast) return [keyOf(0, hashes)]
  if (words.length >= wordsLeastOfOne && author !== null) return [keyOf(0, [...hashes, hashOf(`u/${author}`)])]
  return []
}

/** `kind` keeps apart what is made of words or of other parts of a sketch. */
function keyOf(kind: number, parts: ArrayLike<number>): string {
  let high = kind
  let low = ~kind
  for (let at = 0; at < parts.length; at++) {
    high = mixHash(high ^ parts[at]!, 0x85ebca6b)
    low = mixHash(Math.imul(low, 31) ^ parts[at]!, 0xc2b2ae35)
  }
  return ((BigInt(high) << 32n) | BigInt(low >>> 0)).toString()
}
