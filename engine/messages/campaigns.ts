import type { MessageState } from '../rules/message-states.ts'
import { dayMs } from '../rules/wall-clock.ts'

/** What the stage of a person means: the team may have won or lost them. */
type StageKind = 'open' | 'won' | 'lost'

/** A message of a campaign. */
export interface CampaignStep {
  text: string
  /** Days after the previous step was sent. Of no meaning for the first step. */
  waitDays: number
}

/** Why a campaign no longer writes to a person. */
export const campaignEnds = [
  'answered',
  /** They asked not to be contacted, or a member noted so. */
  'doNotContact',
  /** The team won or lost them. */
  'decided',
  /** The outbox or Reddit refused a message. */
  'refused',
  /** A member took back or deleted a message that waited. */
  'takenBack',
  /** A variable of the text has no value for them. */
  'fault',
  /** The campaign was finished before it was done with them. */
  'finished',
] as const
export type CampaignEnd = (typeof campaignEnds)[number]

/** Why somebody in the stages and tags of a campaign isn't in its audience, in the order in which it is checked. */
export const audienceGaps = [
  /** Their name is forgotten. */
  'gone',
  /** A connected account of the project. */
  'ownAccount',
  'doNotContact',
  /** The team won or lost them. */
  'decided',
  /** Reddit refused a message to them before. */
  'unreachable',
  /** A message, another campaign, or another project of the owner got to them first. */
  'contacted',
  /** They neither invited messages nor wrote first. */
  'noInvitation',
] as const
export type AudienceGap = (typeof audienceGaps)[number]

/** What is known about a person in the stages and tags of a campaign. */
export interface CampaignPersonFacts {
  stageKind: StageKind
  isGone: boolean
  isOwnAccount: boolean
  doNotContact: boolean
  isUnreachable: boolean
  isContacted: boolean
  hasInvitation: boolean
  wroteFirst: boolean
}

/** Returns why a person isn't in the audience of a campaign; null if they are. */
export function audienceGap(facts: CampaignPersonFacts): AudienceGap | null {
  if (facts.isGone) return 'gone'
  if (facts.isOwnAccount) return 'ownAccount'
  if (facts.doNotContact) return 'doNotContact'
  if (facts.stageKind !== 'open') return 'decided'
  if (facts.isUnreachable) return 'unreachable'
  if (facts.isContacted) return 'contacted'
  return facts.hasInvitation || facts.wroteFirst ? null : 'noInvitation'
}

/** Somebody to whom a campaign wrote, and what became of its last message to them. */
export interface CampaignProgress {
  steps: readonly CampaignStep[]
  /** The number of the last step that was queued, from 1. */
  step: number
  /** Its message; null if it was deleted. */
  message: { state: MessageState; sentAt: Date | null } | null
  /** Whether they wrote since the first step was queued. */
  hasAnswered: boolean
  doNotContact: boolean
  stageKind: StageKind
}

export type CampaignMove =
  /** Until the next step is due; null: until the message leaves. */
  | { move: 'wait'; until: Date | null }
  /** The number of the step, from 1. */
  | { move: 'send'; step: number }
  | { move: 'stop'; because: CampaignEnd }
  | { move: 'done' }

/** Decides what a campaign does next for somebody to whom it wrote. */
export function nextMove(progress: CampaignProgress, now: Date): CampaignMove {
  const { steps, step, message, stageKind } = progress
  if (progress.hasAnswered) return { move: 'stop', because: 'answered' }
  if (progress.doNotContact) return { move: 'stop', because: 'doNotContact' }
  if (stageKind !== 'open') return { move: 'stop', because: 'decided' }
  if (message === null || message.state === 'draft') return { move: 'stop', because: 'takenBack' }
  if (message.state === 'refused') return { move: 'stop', because: 'refused' }
  if (message.sentAt === null) return { move: 'wait', until: null }
  const next = steps[step]
  if (next === undefined) return { move: 'done' }
  const due = new Date(message.sentAt.getTime() + next.waitDays * dayMs)
  return due > now ? { move: 'wait', until: due } : { move: 'send', step: step + 1 }
}

/**
 * Returns how many days it takes at least until everybody got every step. `alike`: to how many of them the first step
 * says the same; one account says it to one of them in `sameTextDays`.
 */
export function campaignDays({
  people,
  perDay,
  alike,
  sameTextDays,
  steps,
}: {
  people: number
  perDay: number
  alike: number
  sameTextDays: number
  steps: readonly CampaignStep[]
}): number {
  if (people === 0) return 0
  const first = Math.max(Math.ceil(people / perDay) - 1, (alike - 1) * sameTextDays)
  return first + steps.slice(1).reduce((days, { waitDays }) => days + waitDays, 0)
}
