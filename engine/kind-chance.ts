import { addTellings, kinds, kindsOfCommunity, kindTerms, type OwnKind } from './kinds.ts'
import { lexicon, phraseField, phraseWidth } from './lexicon.ts'
import type { Reading } from './reading.ts'
import { kindWeights as weights } from './weights.ts'

/** The kinds of the last item: for each the exponential of what its words say, and their sum. */
const last = { title: -1, body: -1, shares: new Float64Array(kinds.length), sum: 0 }

/**
 * How likely what an item is about belongs to one of a product's kinds rather than to any other kind, 0 to 1: a
 * logarithm, 0 from one in 400 down, half of the way for a product of no known kind. And the name of the likeliest one.
 */
export function kindChance(
  own: readonly OwnKind[],
  title: Reading,
  body: Reading,
): { chance: number; name: string | null } {
  if (own.length === 0) return { chance: weights.unknownKind, name: null }
  readKinds(title, body)
  let share = 0
  let best = 0
  let likeliest = 0
  for (const { kind, weight } of own) {
    const part = last.shares[kind]! * Math.sqrt(weight)
    share += part
    if (part > best) {
      best = part
      likeliest = kind
    }
  }
  const chance = Math.max(0, 1 + Math.log(share / last.sum) / weights.depth)
  return { chance, name: kinds[likeliest]!.names[0]! }
}

/** Whether a community is one where people write who need a thing of these kinds, 0 to 1. */
export function kindCommunity(own: readonly OwnKind[], community: string): number {
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
  if (last.title === title.version && last.body === body.version) return
  const { shares } = last
  const different = countTerms(body, 1, countTerms(title, weights.titleTimes, 0))
  shares.fill(0)
  const each = addTellings(shares, seen, different, times)
  for (let at = 0; at < different; at++) times[seen[at]!] = 0
  let sum = 0
  for (let kind = 0; kind < shares.length; kind++) {
    const share = exponential(weights.sharpness * (shares[kind]! * each))
    shares[kind] = share
    sum += share
  }
  last.sum = sum
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
  for (let place = 0; place < termCount; place++) {
    const at = terms[place]!
    const term = phrases[distinct[at]! * phraseWidth + phraseField.term]!
    const before = times[term]!
    // What has been seen is written over by the next one.
    seen[count] = term
    count += before === 0 ? 1 : 0
    times[term] = before + much * timesThere[at]!
  }
  return count
}

/** Powers of e from 0 to 16 in steps of a 128th. */
const stepsOfOne = 128
const mostPower = 16
const powers = Float64Array.from({ length: mostPower * stepsOfOne + 1 }, (_, step) => Math.exp(step / stepsOfOne))

/** e to a power that is not negative, to eleven digits: there are some hundreds of them an item. */
function exponential(power: number): number {
  if (power > mostPower) return Math.exp(power)
  const step = (power * stepsOfOne + 0.5) | 0
  const rest = power - step / stepsOfOne
  return powers[step]! * (1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6))))
}
