import type { RejectionReason } from '../score/component.ts'
import { addWord, emptyVector, rarityAt, unit, type Vector, wordNumber } from '../text/words.ts'
import type { Signs } from './signs.ts'

export { type Signs, signsOf } from './signs.ts'

/** A user's decision on a lead. A reply or a save counts as accepted. */
export type Verdict = 'accepted' | RejectionReason

export interface DecidedLead {
  /** The item's current id, since an item is never compared with itself. */
  id: string
  signs: Signs
  verdict: Verdict
}

/** The aspects of a lead that a verdict affects in other leads. */
export const aspects = ['community', 'wording', 'source', 'hostility'] as const
export type Aspect = (typeof aspects)[number]

/** How much a verdict says about the subject of a lead and about each aspect (docs/decisions/0020). */
const verdictWeights: Record<Verdict, Partial<Record<Aspect | 'subject', number>>> = {
  accepted: { subject: 1, wording: 1, community: 1, source: 1, hostility: 1 },
  wrongPerson: { subject: 1, community: 1 },
  notBuying: { subject: 0.5, wording: 1, community: 0.5 },
  advertising: { subject: 0.5, wording: 1, community: 0.5, source: 3 },
  // Says nothing about other leads, and age has its own component.
  tooOld: {},
  hostileCommunity: { hostility: 3 },
}

/** Returns the signs of one aspect. */
export function signsIn(aspect: Aspect, { community, author, links, wording }: Signs): string[] {
  if (aspect === 'wording') return wording
  if (aspect === 'source') return author === null ? links : [`u/${author}`, ...links]
  return [community]
}

/** How often decided leads have a sign: weighted by their verdicts, and as plain counts. */
export interface Tally {
  accepted: number
  rejected: number
  counts: { accepted: number; rejected: number }
}

export interface Example {
  id: string
  verdict: Verdict
  weight: number
  words: ReadonlySet<string>
  vector: Vector
}

/** The result of learning from a project's current decisions. An undone decision leaves no trace. */
export interface Learned {
  examples: readonly Example[]
  /** The total weight of accepted examples, and of rejected ones. */
  acceptedWeight: number
  rejectedWeight: number
  tallies: Record<Aspect, ReadonlyMap<string, Tally>>
  /** The share of accepted leads among all decided ones, with one more of each added. */
  base: Record<Aspect, number>
}

/** The number of decisions used, newest first, since older ones may no longer fit the project. */
export const decisionsMax = 200

/** Learns from the current decisions, given newest first. The same decisions always give the same result. */
export function learn(all: readonly DecidedLead[]): Learned {
  const decisions = all.slice(0, decisionsMax)
  const examples = decisions.flatMap(({ id, verdict, signs }): Example[] => {
    const weight = verdictWeights[verdict].subject ?? 0
    return weight === 0 ? [] : [{ id, verdict, weight, words: new Set(signs.words), vector: vectorOf(signs.words) }]
  })
  const weightOf = (accepted: boolean) =>
    examples
      .filter(({ verdict }) => (verdict === 'accepted') === accepted)
      .reduce((total, { weight }) => total + weight, 0)
  const tallies = byAspect((aspect) => tallyOf(aspect, decisions))
  return {
    examples,
    acceptedWeight: weightOf(true),
    rejectedWeight: weightOf(false),
    tallies,
    base: byAspect((aspect) => baseOf(aspect, decisions)),
  }
}

/** Returns the vector of an item's words, of length 1, or 0 if none of them is known. */
export function vectorOf(words: readonly string[]): Vector {
  const vector = emptyVector()
  for (const word of words) {
    const number = wordNumber(word)
    if (number >= 0) addWord(vector, number, rarityAt(number))
  }
  return unit(vector)
}

/** Returns the cosine of two such vectors. Uses four independent sums for speed: an item may need two hundred. */
export function closeness(a: Vector, b: Vector): number {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  for (let k = 0; k < a.length; k += 4) {
    first += a[k]! * b[k]!
    second += a[k + 1]! * b[k + 1]!
    third += a[k + 2]! * b[k + 2]!
    fourth += a[k + 3]! * b[k + 3]!
  }
  return first + second + third + fourth
}

function tallyOf(aspect: Aspect, decisions: readonly DecidedLead[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const { verdict, signs } of decisions) {
    const weight = verdictWeights[verdict][aspect] ?? 0
    if (weight === 0) continue
    const side = verdict === 'accepted' ? 'accepted' : 'rejected'
    for (const sign of signsIn(aspect, signs)) {
      const tally = tallies.get(sign) ?? { accepted: 0, rejected: 0, counts: { accepted: 0, rejected: 0 } }
      tally[side] += weight
      tally.counts[side]++
      tallies.set(sign, tally)
    }
  }
  return tallies
}

/** Returns the share of accepted leads to compare with: of all leads for wording and communities, or else a half. */
function baseOf(aspect: Aspect, decisions: readonly DecidedLead[]): number {
  if (aspect === 'source' || aspect === 'hostility') return 0.5
  let accepted = 1
  let all = 2
  for (const { verdict } of decisions) {
    const weight = verdictWeights[verdict][aspect] ?? 0
    if (verdict === 'accepted') accepted += weight
    all += weight
  }
  return accepted / all
}

function byAspect<T>(value: (aspect: Aspect) => T): Record<Aspect, T> {
  return {
    community: value('community'),
    wording: value('wording'),
    source: value('source'),
    hostility: value('hostility'),
  }
}
