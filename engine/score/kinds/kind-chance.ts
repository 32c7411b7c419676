import { lexicon, phraseField, phraseWidth } from '../lexicon.ts'
import type { Reading } from '../reading.ts'
import { kindWeights as weights } from '../weights.ts'
import { kinds, kindsOfCommunity, kindTellings, kindTerms, type ProductKind, sumKindWeights } from './kinds.ts'

/** The item whose powers of e kindTellings holds, and their sum. */
const last = { title: -1, body: -1, turn: -1, sum: 0 }

/**
 * Returns how likely an item is about one of a product's kinds rather than any other: 0 to 1 on a logarithmic scale, 0
 * below one in 400, and 0.5 for a product of no known kind. Also returns the name of the likeliest kind, if the
 * item is likely about it and the product's own words name it.
 */
export function kindChance(
  own: readonly ProductKind[],
  title: Reading,
  body: Reading,
): { chance: number; name: string | null } {
  if (own.length === 0) return { chance: weights.unknownKind, name: null }
  readKinds(title, body)
  let share = 0
  let best = 0
  let likeliest: string | null = null
  for (const { kind, weight, isNamed } of own) {
    const part = kindTellings.sums[kind]! * Math.sqrt(weight)
    share += part
    if (part > best) {
      best = part
      likeliest = isNamed ? kinds[kind]!.names[0]! : null
    }
  }
  const chance = Math.min(1, Math.max(0, 1 + Math.log(share / last.sum) / weights.depth))
  return { chance, name: chance < weights.nameFrom ? null : likeliest }
}

/** Returns how well a community fits these kinds, 0 to 1: whether people who need such a product write there. */
export function kindCommunity(own: readonly ProductKind[], community: string): number {
  const there = kindsOfCommunity(community)
  let best = 0
  for (const { kind, weight } of own) if (there.includes(kind)) best = Math.max(best, Math.sqrt(weight))
  return best
}

// Scratch: how often each term occurs in the current item, and which terms occur.
const times = new Uint32Array(kindTerms.length)
const seen = new Uint32Array(kindTerms.length + 1)

/** Sums up the kinds once per item, whatever the number of products. */
function readKinds(title: Reading, body: Reading): void {
  if (last.title === title.version && last.body === body.version && last.turn === kindTellings.turn) return
  const different = countTerms(body, 1, countTerms(title, weights.titleTimes, 0))
  const each = sumKindWeights(seen, different, times)
  for (let at = 0; at < different; at++) times[seen[at]!] = 0
  last.sum = kindTellings.raise(weights.sharpness * each)
  last.turn = kindTellings.turn
  last.title = title.version
  last.body = body.version
}

/** Counts the terms of a field, each as `much`, and returns the number of distinct terms seen so far. */
function countTerms(
  { distinct, times: timesThere, terms, termCount }: Reading,
  much: number,
  seenBefore: number,
): number {
  const { phrases } = lexicon
  let count = seenBefore
  for (let index = 0; index < termCount; index++) {
    const at = terms[index]!
    const term = phrases[distinct[at]! * phraseWidth + phraseField.term]!
    const before = times[term]!
    // A term that was seen before is overwritten by the next one.
    seen[count] = term
    count += before === 0 ? 1 : 0
    times[term] = before + much * timesThere[at]!
  }
  return count
}
