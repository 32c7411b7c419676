import type { Item } from '../item.ts'
import type { Realm } from '../sources.ts'
import { wordsOf } from '../text/text.ts'
import { hashOf, mixHash, sketchOf } from './duplicates.ts'

/** The minimum number of words. Two people may ask the same short question, but one person rarely repeats it. */
const wordsLeast = 8
const wordsLeastOfOne = 4
/** From this number of words on, a text is recognized despite small changes; shorter ones must have the same words. */
const wordsNear = 20
/** A body with this many words counts without its title, which a crosspost may change. */
const bodyWordsAlone = 30
/**
 * The numbers of a sketch in each key. Of texts that share nine tenths of their shingles, 99 % have a common key; of
 * those that share half, 17 %; of those that share a third, 2 %.
 */
const keySize = 5

/**
 * Returns keys that identify a text when it is posted again, even with small changes. Texts with a common key are
 * copies (docs/decisions/0025). Each key is a signed 64-bit integer in digits. Texts that are too short have no keys. A
 * comment's title is its post's, so it is ignored. Sandbox texts never match real ones.
 */
export function copyKeysOf(item: Pick<Item, 'kind' | 'author' | 'title' | 'body'>, realm: Realm = 'real'): string[] {
  const keys = keysOf(item)
  return realm === 'real' ? keys : keys.map((key) => (BigInt(key) ^ sandboxBits).toString())
}

/** An arbitrary 63-bit number that keeps sandbox keys apart. */
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

/** Returns a key. `kind` separates keys made of words from keys made of different parts of a sketch. */
function keyOf(kind: number, parts: ArrayLike<number>): string {
  let high = kind
  let low = ~kind
  for (let at = 0; at < parts.length; at++) {
    high = mixHash(high ^ parts[at]!, 0x85ebca6b)
    low = mixHash(Math.imul(low, 31) ^ parts[at]!, 0xc2b2ae35)
  }
  return ((BigInt(high) << 32n) | BigInt(low >>> 0)).toString()
}
