import type { AudienceGap, CampaignEnd } from '#engine/messages/campaigns.ts'
import { count } from '#platform/web/text/units.ts'
import type { Campaign, CampaignPerson, CampaignPreview } from '../../contract-campaigns.ts'

export const stateNames: Record<Campaign['state'], string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  finished: 'Finished',
}

const unwilling = "don't accept messages"

const gapTexts: Record<AudienceGap, string> = {
  gone: 'no longer on Reddit',
  ownAccount: 'your own account',
  doNotContact: 'asked not to be contacted',
  decided: 'already won or lost',
  unreachable: unwilling,
  contacted: 'already contacted',
  noInvitation: "didn't invite messages or write first",
}

const endTexts: Record<CampaignEnd, string> = {
  answered: 'Answered',
  doNotContact: 'Asked not to be contacted',
  decided: 'Won or lost',
  refused: 'Refused',
  takenBack: 'Message taken back',
  fault: 'A variable is unknown',
  finished: 'Campaign finished',
}

const stopTexts: Record<Exclude<CampaignEnd, 'answered' | 'refused'>, string> = {
  doNotContact: 'asked to stop',
  decided: 'won or lost',
  takenBack: 'taken back',
  fault: 'without a value for a variable',
  finished: 'stopped when the campaign finished',
}

const refusalTexts: Partial<Record<string, string>> = {
  unwilling,
  missing: 'no longer on Reddit',
  doNotContact: 'asked not to be contacted',
  noInvitation: "didn't invite messages",
  alreadyContacted: 'already contacted',
  unconfirmed: 'never confirmed by Reddit',
}

function peopleText(people: number, text: string): string {
  return people === 1 && text === unwilling ? "1 doesn't accept messages" : `${count(people)} ${text}`
}

/** Returns for how many people a campaign ended without an answer and why, one line per reason, most people first. */
export function endedTexts({ stopped, refused }: Pick<Campaign['counts'], 'stopped' | 'refused'>): string[] {
  const texts = new Map<string, number>()
  const add = (text: string, people: number) => texts.set(text, (texts.get(text) ?? 0) + people)
  for (const [end, people] of Object.entries(stopped)) add(stopTexts[end as keyof typeof stopTexts], people)
  for (const [refusal, people] of Object.entries(refused)) add(refusalTexts[refusal] ?? 'rejected by Reddit', people)
  return [...texts].toSorted(([, a], [, b]) => b - a).map(([text, people]) => peopleText(people, text))
}

/** Returns who is left out and why, one line per reason. */
export function leftOutTexts({ leftOut }: Pick<CampaignPreview, 'leftOut'>): string[] {
  return Object.entries(leftOut).map(([gap, people]) => peopleText(people, gapTexts[gap as AudienceGap]))
}

/** Returns how a person stands in a campaign. */
export function standingText({ state, step, reason, message }: CampaignPerson, steps: number): string {
  if (state === 'done') return 'Done'
  if (state === 'stopped') return reason === null ? 'Stopped' : endTexts[reason]
  if (step === 0) return 'Waiting for the first message'
  const which = `Message ${step} of ${steps}`
  if (message?.state === 'sent' || message?.state === 'confirmed') return `${which} sent`
  return message?.state === 'deferred' ? `${which} on hold` : `${which} queued`
}

/** Returns what happens once a campaign starts, in sentences. */
export function startTexts({ people, faults, alike, until }: CampaignPreview, { perDay, steps }: Campaign): string[] {
  const reached = people - faults
  if (reached === 0 || until === null) {
    return ['Nobody can be messaged yet. People who join the audience later are added while the campaign is active.']
  }
  const day = new Date(until).toLocaleDateString('en-US', { dateStyle: 'long' })
  const last = steps.length === 1 ? 'the message' : `all ${steps.length} messages`
  return [
    `Earshot messages up to ${count(perDay)} new ${perDay === 1 ? 'person' : 'people'} a day. The limits of your accounts and your plan still apply.`,
    `${reached === 1 ? '1 person gets' : `${count(reached)} people get`} ${last} by about ${day}, at the earliest.`,
    ...(alike > 1
      ? [
          `${count(alike)} people would get the same text. An account sends it to one of them every 7 days, so write a more personal text.`,
        ]
      : []),
    'An answer stops the campaign for that person. So does a request to stop, or marking them as won or lost.',
    'People who join the audience later are added while the campaign is active.',
  ]
}
