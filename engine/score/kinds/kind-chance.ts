import { lexicon, phraseField, phraseWidth } from '../lexicon.ts'
import type { Reading } from '../reading.ts'
import { kindWeights as weights } from '../weights.ts'
import { kinds, kindsOfCommunity, kindTellings, kindTerms, type ProductKind, sumKindWeights } from './kinds.ts'

/** Of which item kindTellings holds the powers of e of what its words say, and what they add up to. */
const last = { title: -1, body: -1, turn: -1, sum: 0 }

/**
 * How likely what an item is about belongs to one of a product's kinds rather than to any other kind, 0 to 1: a
 * logarithm, 0 from one in 400 down, half of the way for a product of no known kind. And the name of the likeliest one.
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
  let likeliest = 0
  for (const { kind, weight } of own) {
    const part = kindTellings.sums[kind]! * Math.sqrt(weight)
    share += part
    if (part > best) {
      best = part
      likeliest = kind
    }
  }
  const chance = Math.min(1, Math.max(0, 1 + Math.log(share / last.sum) / weights.depth))
  return { chance, name: kinds[likeliest]!.names[0]! }
}

/** Whether a community is one where people write who need a thing of these kinds, 0 to 1. */
export function kindCommunity(own: readonly ProductKind[], community: string): number {
  const there = kindsOfCommunity(community)
  let best = 0
  for (const { kind, weight } of own) if (there.includes(kind)) best = Math.max(best, Math.sqrt(weight))
  return best
}

// Scratch: how often each term stands in the item at hand, and which do.
const times = new Uint32Array(kindTerms.length)
const seen = new Uint32Array(kindTerms.length + 1)

/** Once an item, whatever the number of products. */
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

/** Counts the terms of a field, each as so many, and answers with how many different ones have been seen by then. */
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
    // What has been seen is written over by the next one.
    seen[count] = term
    count += before === 0 ? 1 : 0
    times[term] = before + much * timesThere[at]!
  }
  return count
}
