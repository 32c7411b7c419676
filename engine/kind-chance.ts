import { addTellings, kinds, kindsOfCommunity, kindTerms, type OwnKind } from './kinds.ts'
import { lexicon } from './lexicon.ts'
import type { Reading } from './reading.ts'
import { kindWeights as weights } from './weights.ts'

/** The kinds of the last item: for each the exponential of what its words say, and their sum. */
const last = { title: '', body: '', shares: new Float64Array(kinds.length), sum: 0 }

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

// Scratch: how often each term stands in the item at hand.
const times = new Uint32Array(kindTerms.length)

/** Once an item, whatever the number of products. */
function readKinds(title: Reading, body: Reading): void {
  if (last.sum > 0 && last.title === title.text && last.body === body.text) return
  const seen: number[] = []
  const count = ({ places, length }: Reading, much: number) => {
    for (let at = 0; at < length; at += 3) {
      const term = lexicon.terms[places[at]!]!
      if (term < 0) continue
      if (times[term] === 0) seen.push(term)
      times[term]! += much
    }
  }
  count(title, weights.titleTimes)
  count(body, 1)
  last.shares.fill(0)
  addTellings(
    last.shares,
    seen.map((term) => [term, times[term]!]),
  )
  for (const term of seen) times[term] = 0
  last.sum = 0
  for (let kind = 0; kind < kinds.length; kind++) {
    last.shares[kind] = Math.exp(weights.sharpness * last.shares[kind]!)
    last.sum += last.shares[kind]!
  }
  last.title = title.text
  last.body = body.text
}
