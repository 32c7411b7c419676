import type { AccountPromotions } from '../replies/account-promotions.ts'
import { dayMs, hourMs } from '../rules/wall-clock.ts'
import type { MessageHold, OwnRefusal } from './holds.ts'
import { atMost, countSince, daysSince, firstHold, quietHours, type SendingLimit } from './limits.ts'

/**
 * The limits that people can't change. Reddit publishes no numbers, and accounts that message many strangers lose their
 * rights, so these are our own caution and not Reddit's rules. Only the share of promotion is Reddit's old guideline.
 */
export const governorLimits = {
  /** The same text goes to one person in this time. */
  sameTextMs: 7 * dayMs,
  /** One public reply per community in this time. */
  communityMs: 2 * hourMs,
  /** Comments that promote wait while more than this share of the account's last posts and comments promote. */
  promotionShare: 0.1,
  /** First messages in 24 hours: how many on the first day of sending, and how many more with each full day since. */
  warmUp: { start: 3, growth: 2 },
  /** The same for accounts that are new on Reddit or have little karma. */
  slowWarmUp: { start: 1, growth: 1 },
  /** From this age and karma on, an account warms up normally. Unknown facts count as too little. */
  established: { ageMs: 30 * dayMs, karma: 100 },
} as const

/** What an account handed to Reddit. */
export interface Sending {
  at: Date
  kind: 'message' | 'comment'
  /** Whether it was the first message to a person who hadn't written. */
  isFirst: boolean
  /** Where a comment went, without r/; null for messages. */
  community: string | null
  textDigest: string
}

export interface SendingInput {
  now: Date
  /** The project's (DECISIONS 21). */
  timeZone: string
  settings: {
    stoppedAt: Date | null
    /** Hours of the day. Equal hours: none are quiet. */
    quietFrom: number
    quietTo: number
    hourlyMost: number
    dailyMost: number
  }
  /** The connected account that would send; null without one. */
  account: {
    state: 'connected' | 'signIn'
    suspendedAt: Date | null
    karma: number | null
    joinedAt: Date | null
    promotions: AccountPromotions
    /** When it first sent a first message, in any project; null: never. It has been warming up since. */
    firstSentAt: Date | null
  } | null
  kind: 'message' | 'comment'
  /** Where a comment would go, without r/; null for messages. */
  community: string | null
  /** Whether the recipient hasn't written to us. A public reply to somebody's post is a first comment. */
  isFirst: boolean
  hasInvitation: boolean
  doNotContact: boolean
  /** Whether a first message of any project of the same owner went to them. */
  alreadyContacted: boolean
  /** Whether the text names the product or links to its site (engine/replies/checking/promotion-reader.ts). */
  promotes: boolean
  /** The plan's first messages of a day. Null: no limit; 0: none. */
  plan: { limit: number | null; used: number; renewsAt: Date }
  /** What the account sent in the last 7 days, in any project and order. */
  sendings: readonly Sending[]
  /** The digest of this text's normal form (engine/messages/text-form.ts). */
  textDigest: string
}

export type SendingDecision =
  | { state: 'go' }
  /** `until`: the earliest instant at which this limit no longer holds; null: only a change by somebody ends it. */
  | { state: 'hold'; hold: MessageHold; until: Date | null }
  | { state: 'refuse'; because: OwnRefusal }

type Limit = SendingLimit<MessageHold>

/**
 * Decides whether a message or comment may leave now (docs/decisions/0117). Of several holds and refusals, the first in
 * the order of engine/messages/holds.ts counts. Throws RangeError for an unknown time zone.
 */
export function decideSending(input: SendingInput): SendingDecision {
  const { settings, account } = input
  if (settings.stoppedAt !== null) return heldUntilChanged('stopped')
  if (account === null || account.state !== 'connected') return heldUntilChanged('account')
  if (account.suspendedAt !== null) return heldUntilChanged('suspended')
  const refusal = refusalOf(input)
  if (refusal !== null) return { state: 'refuse', because: refusal }
  return firstHold(input.now, limitsOf(input, account)) ?? { state: 'go' }
}

/** Returns how many first messages an account may send in 24 hours: a few on its first day, more each day after. */
export function dailyAllowance(
  { karma, joinedAt, firstSentAt }: Pick<Account, 'karma' | 'joinedAt' | 'firstSentAt'>,
  dailyMost: number,
  now: Date,
): number {
  const { established, warmUp, slowWarmUp } = governorLimits
  const isOld = joinedAt !== null && now.getTime() - joinedAt.getTime() >= established.ageMs
  const { start, growth } = isOld && karma !== null && karma >= established.karma ? warmUp : slowWarmUp
  const age = firstSentAt === null ? 0 : now.getTime() - firstSentAt.getTime()
  return Math.min(dailyMost, start + growth * Math.max(0, Math.floor(age / dayMs)))
}

type Account = NonNullable<SendingInput['account']>

function refusalOf({ kind, isFirst, hasInvitation, doNotContact, alreadyContacted }: SendingInput): OwnRefusal | null {
  if (doNotContact) return 'doNotContact'
  if (kind === 'comment' || !isFirst) return null
  if (!hasInvitation) return 'noInvitation'
  return alreadyContacted ? 'alreadyContacted' : null
}

function heldUntilChanged(hold: MessageHold): SendingDecision {
  return { state: 'hold', hold, until: null }
}

/** Returns the limits of a sending in their order. */
function limitsOf(input: SendingInput, account: Account): Limit[] {
  // People who wrote to us expect an answer: only the hourly limit holds it.
  if (!input.isFirst) return [hourly(input)]
  return input.kind === 'message'
    ? [
        sameText(input),
        quietHours(input.now, input.timeZone, input.settings),
        plan(input),
        daily(input, account),
        hourly(input),
      ]
    : [sameText(input), hourly(input), promotion(input, account), community(input)]
}

function sameText({ sendings, textDigest }: SendingInput): Limit {
  const alike = sendings.filter((sending) => sending.textDigest === textDigest)
  return atMost(1, alike, { hold: 'sameText', windowMs: governorLimits.sameTextMs })
}

function hourly({ sendings, settings }: SendingInput): Limit {
  return atMost(settings.hourlyMost, sendings, { hold: 'hourly', windowMs: hourMs })
}

/** Ends when the account has posted other things, which has no time. */
function promotion({ promotes }: SendingInput, { promotions }: Account): Limit {
  // What couldn't be read holds nothing: the check of the reply says so.
  const each = promotes && promotions.state === 'read' ? promotions.each : []
  const isTooMuch = each.filter((isPromotion) => isPromotion).length > each.length * governorLimits.promotionShare
  return { hold: 'promotion', holdsAt: () => isTooMuch, ends: [] }
}

function community({ sendings, community }: SendingInput): Limit {
  const name = community?.toLowerCase()
  const there = sendings.filter((sending) => sending.kind === 'comment' && sending.community?.toLowerCase() === name)
  return atMost(1, there, { hold: 'community', windowMs: governorLimits.communityMs })
}

function plan({ plan: { limit, used, renewsAt } }: SendingInput): Limit {
  const isUsedUp = limit !== null && used >= limit
  return {
    hold: 'plan',
    // A plan without messages has none tomorrow either.
    holdsAt: (instant) => limit === 0 || (isUsedUp && instant < renewsAt.getTime()),
    ends: [renewsAt.getTime()],
  }
}

function daily({ now, sendings, settings: { dailyMost } }: SendingInput, account: Account): Limit {
  const first = sendings.filter(({ kind, isFirst }) => kind === 'message' && isFirst)
  const expiries = first.map(({ at }) => at.getTime() + dayMs)
  const { firstSentAt, joinedAt } = account
  const growth = firstSentAt === null ? [] : daysSince(firstSentAt.getTime(), now.getTime(), Math.max(0, ...expiries))
  const established = joinedAt === null ? [] : [joinedAt.getTime() + governorLimits.established.ageMs]
  return {
    hold: 'daily',
    holdsAt: (instant) => countSince(instant - dayMs, first) >= dailyAllowance(account, dailyMost, new Date(instant)),
    ends: [...expiries, ...growth, ...established],
  }
}
