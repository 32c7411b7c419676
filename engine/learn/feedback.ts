import type { Item } from '../item.ts'
import { scoreOf } from '../score/chance.ts'
import type { Component, Reason, RejectionReason } from '../score/component.ts'
import { rounded } from '../score/points.ts'
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

/** The limits on what decisions add to one lead, in points, and the minimum that is shown. */
export const feedbackBounds = { down: -20, up: 10, least: 0.5 } as const

/** How decisions affect other leads. Chosen by `bench learn` for the shipped word vectors. */
const limits = {
  /** The closeness from which items are similar. One pair of candidates in five is closer. */
  like: 0.25,
  /** Points for equaling all decided leads of one kind. `silent` is the weight of assumed neutral decisions. */
  subject: 50,
  silent: 2,
  /** Points for odds that are e times as good. `doubt` is the weight of assumed average decisions. */
  points: { community: 4, wording: 1.5, source: 8, hostility: 8 },
  doubt: 3,
} as const

/** Aspects that only lower a score. A lead isn't better because its author once wrote an accepted one. */
const onlyDown: ReadonlySet<Aspect> = new Set(['source', 'hostility'])

/** Returns what decisions add to an item's score, as a component. Returns null if it is negligible. */
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
    .map(({ part, points }): Reason => ({ ...part.describe(item), points }))
  return { name: 'feedback', points: rounded(reasons.reduce((total, { points }) => total + points, 0)), reasons }
}

/** Replaces or removes the feedback in a score and keeps its other components. */
export function withFeedback(
  components: readonly Component[],
  feedback: Component | null,
): { score: number; components: Component[] } {
  const others = components.filter(({ name }) => name !== 'feedback')
  const all = feedback ? [...others, feedback] : others
  return { score: scoreOf(all), components: all }
}

interface Part {
  points: number
  describe(item: Item): Omit<Reason, 'points'>
}

/** Returns the points for similarity to accepted or rejected leads, by the words they share. */
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
    describe: (item) => {
      const like = side(points > 0).map(({ example }) => example)
      const shared = new Set(signs.words.filter((word) => like.some(({ words }) => words.has(word))))
      return {
        text: `Similar to ${someLeads(like.length)} you ${doneTo(like.map(({ verdict }) => verdict))}`,
        spans: markedSpans(item, weightedSpans(item, shared, new Set())),
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
  // Cues occur together: twice as many don't mean twice as much.
  const damp = aspect === 'wording' ? Math.sqrt(Math.max(1, found.length)) : 1
  const sum = found.reduce((total, { odds }) => total + odds, 0)
  const points = (limits.points[aspect] * (onlyDown.has(aspect) ? Math.min(0, sum) : sum)) / damp
  const agreeing = found.filter(({ odds }) => odds > 0 === points > 0)
  return { points, describe: (item) => descriptions[aspect](item, agreeing, points > 0) }
}

/** Returns how much better or worse the chance is than average, as a logarithm. It is near 0 with few decisions. */
function oddsOf({ accepted, rejected }: Tally, base: number): number {
  const chance = (accepted + limits.doubt * base) / (accepted + rejected + limits.doubt)
  return logit(chance) - logit(base)
}

function logit(chance: number): number {
  return Math.log(chance / (1 - chance))
}

type Description = (item: Item, found: { sign: string; tally: Tally }[], isUp: boolean) => Omit<Reason, 'points'>

const descriptions: Record<Aspect, Description> = {
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

/** Returns `rejected as advertising` if all leads have that reason, or `rejected` if reasons differ. */
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
