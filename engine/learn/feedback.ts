import type { Item } from '../item.ts'
import type { Component, Reason, RejectionReason } from '../score/component.ts'

import { rounded, totalOf } from '../score/freshness.ts'
import { markedSpans } from '../text/marking.ts'
import {
  type Aspect,
  aspects,
  closeness,
  type Example,
  type Learned,
  signsIn,
  type Tally,
  type Verdict,
  vectorOf,
} from './learn.ts'
import { type Signs, signsOf, weightedSpans } from './signs.ts'

/** All that decisions can do to one lead, in points, and the least that is told. */
export const feedbackBounds = { down: -20, up: 10, least: 0.5 } as const

/** How decisions are carried over; chosen by `bench learn` for the vectors of words that are shipped. */
const limits = {
  /** From this closeness of words on an item is like another: one pair of candidates in five is closer. */
  like: 0.25,
  /** Points of being just like all that was decided one way; with few decisions as if so many more said nothing. */
  subject: 50,
  silent: 2,
  /** Points for a chance e times as good, and as many decisions' worth of doubt. */
  points: { community: 4, wording: 1.5, source: 8, hostility: 8 },
  doubt: 3,
} as const

/** Who once wrote a lead is no lead for that: it only speaks against what is held against them. */
const onlyDown: ReadonlySet<Aspect> = new Set(['source', 'hostility'])

/** What the decisions say about one more item: a component of its score; null where that is next to nothing. */
export function feedbackOf(learned: Learned, item: Item): Component | null {
  const signs = signsOf(item)
  const parts = [subjectPart(learned, item, signs), ...aspects.map((aspect) => aspectPart(aspect, learned, signs))]
  const sum = parts.reduce((total, { points }) => total + points, 0)
  const bounded = Math.min(feedbackBounds.up, Math.max(feedbackBounds.down, sum))
  if (Math.abs(bounded) < feedbackBounds.least) return null
  const reasons = parts
    .map((part) => ({ part, points: rounded((part.points * bounded) / sum) }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .map(({ part, points }): Reason => ({ ...part.tell(item), points }))
  return { name: 'feedback', points: rounded(reasons.reduce((total, { points }) => total + points, 0)), reasons }
}

/** A score with other feedback, or none; all else stays. */
export function withFeedback(
  components: readonly Component[],
  feedback: Component | null,
): { score: number; components: Component[] } {
  const others = components.filter(({ name }) => name !== 'feedback')
  const all = feedback ? [...others, feedback] : others
  return { score: totalOf(all), components: all }
}

interface Part {
  points: number
  tell(item: Item): Omit<Reason, 'points'>
}

/** Like what was taken up, or like what was rejected: by the words of both, however they are put. */
function subjectPart(learned: Learned, item: Item, signs: Signs): Part {
  const vector = vectorOf(signs.words)
  const near: { example: Example; likeness: number }[] = []
  for (const example of learned.examples) {
    if (example.id === item.id) continue
    const beyond = (closeness(vector, example.vector) - limits.like) / (1 - limits.like)
    if (beyond > 0) near.push({ example, likeness: beyond * example.weight })
  }
  const side = (accepted: boolean) => near.filter(({ example }) => (example.verdict === 'accepted') === accepted)
  const sum = (of: typeof near) => of.reduce((total, { likeness }) => total + likeness, 0)
  const up = sum(side(true)) / (learned.acceptedWeight + limits.silent)
  const down = sum(side(false)) / (learned.rejectedWeight + limits.silent)
  const points = limits.subject * (up - down)
  return {
    points,
    tell: (told) => {
      const like = side(points > 0).map(({ example }) => example)
      const shared = new Set(signs.words.filter((word) => like.some(({ words }) => words.has(word))))
      return {
        text: `Similar to ${someLeads(like.length)} you ${doneTo(like.map(({ verdict }) => verdict))}`,
        spans: markedSpans(told, weightedSpans(told, shared, new Set())),
      }
    },
  }
}

function aspectPart(aspect: Aspect, learned: Learned, signs: Signs): Part {
  const tallies = learned.tallies[aspect]
  const found = signsIn(aspect, signs).flatMap((sign) => {
    const tally = tallies.get(sign)
    return tally ? [{ sign, tally, odds: oddsOf(tally, learned.base[aspect]) }] : []
  })
  // Turns of phrase go together: twice as many do not say twice as much.
  const damp = aspect === 'wording' ? Math.sqrt(Math.max(1, found.length)) : 1
  const sum = found.reduce((total, { odds }) => total + odds, 0)
  const points = (limits.points[aspect] * (onlyDown.has(aspect) ? Math.min(0, sum) : sum)) / damp
  const agreeing = found.filter(({ odds }) => odds > 0 === points > 0)
  return { points, tell: (item) => tellings[aspect](item, agreeing, points > 0) }
}

/** How much better or worse its chance is than that of others: a logarithm, near 0 while little was decided. */
function oddsOf({ accepted, rejected }: Tally, base: number): number {
  const chance = (accepted + limits.doubt * base) / (accepted + rejected + limits.doubt)
  return logit(chance) - logit(base)
}

function logit(chance: number): number {
  return Math.log(chance / (1 - chance))
}

type Telling = (item: Item, found: { sign: string; tally: Tally }[], isUp: boolean) => Omit<Reason, 'points'>

const tellings: Record<Aspect, Telling> = {
  community: (item, [first], isUp) => {
    const { accepted, rejected } = first!.tally.counts
    const [did, count] = isUp ? ['accepted', accepted] : ['rejected', rejected]
    const all = accepted + rejected
    const leads = all === 1 ? 'lead' : 'leads'
    const text = `From r/${item.subreddit}, where you ${did} ${count} of ${all} ${leads}`
    return { text, spans: wholeCommunity(item) }
  },
  wording: (item, found, isUp) => {
    const count = Math.max(...found.map(({ tally: { counts } }) => (isUp ? counts.accepted : counts.rejected)))
    return {
      text: `Worded like ${someLeads(count)} you ${isUp ? 'accepted' : 'rejected'}`,
      spans: markedSpans(item, weightedSpans(item, new Set(), new Set(found.map(({ sign }) => sign)))),
    }
  },
  source: (item, found) => {
    const isAuthor = found.some(({ sign }) => sign.startsWith('u/'))
    const subject = isAuthor ? `By u/${item.author}, author of` : `Links to ${found[0]!.sign}, like`
    return { text: `${subject} a lead you rejected as advertising`, spans: [] }
  },
  hostility: (item) => ({
    text: `You marked r/${item.subreddit} as not welcoming promotion`,
    spans: wholeCommunity(item),
  }),
}

const reasonWords: Record<RejectionReason, string> = {
  wrongPerson: 'as not your audience',
  notBuying: 'as not buying',
  advertising: 'as advertising',
  tooOld: 'as too old',
  hostileCommunity: 'because promotion is not welcome',
}

/** `rejected as advertising` where all were; just `rejected` where reasons differ. */
function doneTo(verdicts: readonly Verdict[]): string {
  const [first, ...others] = new Set(verdicts)
  if (first === undefined || first === 'accepted') return 'accepted'
  return others.length > 0 ? 'rejected' : `rejected ${reasonWords[first]}`
}

function someLeads(count: number): string {
  return count === 1 ? 'a lead' : `${count} leads`
}

function wholeCommunity({ subreddit }: Item): Reason['spans'] {
  return [{ field: 'subreddit', start: 0, end: subreddit.length }]
}
