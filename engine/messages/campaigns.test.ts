import { describe, expect, test } from 'vitest'
import { dayMs } from '../rules/wall-clock.ts'
import { audienceGap, type CampaignPersonFacts, type CampaignProgress, campaignDays, nextMove } from './campaigns.ts'

const now = new Date('2026-11-26T12:00:00Z')
const steps = [
  { text: 'Hello', waitDays: 0 },
  { text: 'Still looking?', waitDays: 3 },
]

describe('the audience of a campaign', () => {
  const invited: CampaignPersonFacts = {
    ...{ stageKind: 'open', isGone: false, isOwnAccount: false, doNotContact: false },
    ...{ isUnreachable: false, isContacted: false, hasInvitation: true, wroteFirst: false },
  }
  test.each<[string, Partial<CampaignPersonFacts>, ReturnType<typeof audienceGap>]>([
    ['invited messages', {}, null],
    ['wrote first', { hasInvitation: false, wroteFirst: true }, null],
    ['did neither', { hasInvitation: false }, 'noInvitation'],
    ['asked not to be contacted', { doNotContact: true }, 'doNotContact'],
    ['asked not to be contacted and was contacted', { doNotContact: true, isContacted: true }, 'doNotContact'],
    ['was contacted', { isContacted: true, wroteFirst: true }, 'contacted'],
    ["can't be reached", { isUnreachable: true, isContacted: true }, 'unreachable'],
    ['was won', { stageKind: 'won' }, 'decided'],
    ['was lost', { stageKind: 'lost' }, 'decided'],
    ['is a connected account', { isOwnAccount: true }, 'ownAccount'],
    ['is forgotten', { isGone: true, hasInvitation: false }, 'gone'],
  ])('somebody who %s', (_who, facts, gap) => {
    expect(audienceGap({ ...invited, ...facts })).toBe(gap)
  })
})

describe('the next move of a campaign', () => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const sent = (days: number) => ({ state: 'sent', sentAt: daysAgo(days) }) as const
  const progress: CampaignProgress = {
    ...{ steps, step: 1, message: sent(1), hasAnswered: false, doNotContact: false, stageKind: 'open' },
  }
  test.each<[string, Partial<CampaignProgress>, ReturnType<typeof nextMove>]>([
    ['waits for the next step', {}, { move: 'wait', until: daysAgo(-2) }],
    ['sends the next step once it is due', { message: sent(3) }, { move: 'send', step: 2 }],
    ['is done after the last step', { step: 2, message: sent(0) }, { move: 'done' }],
    ['is done if steps were removed', { step: 2, steps: steps.slice(0, 1) }, { move: 'done' }],
    ['waits for a held message', { message: { state: 'deferred', sentAt: null } }, { move: 'wait', until: null }],
    ['waits for an armed message', { message: { state: 'armed', sentAt: null } }, { move: 'wait', until: null }],
    ['stops after an answer', { hasAnswered: true, message: sent(9) }, { move: 'stop', because: 'answered' }],
    ['stops for who asked for it', { doNotContact: true }, { move: 'stop', because: 'doNotContact' }],
    ['stops once the team decided', { stageKind: 'won', step: 2 }, { move: 'stop', because: 'decided' }],
    ['stops after a refusal', { message: { state: 'refused', sentAt: null } }, { move: 'stop', because: 'refused' }],
    ['stops after a deletion', { message: null }, { move: 'stop', because: 'takenBack' }],
    ['stops if taken back', { message: { state: 'draft', sentAt: null } }, { move: 'stop', because: 'takenBack' }],
  ])('%s', (_what, change, move) => {
    expect(nextMove({ ...progress, ...change }, now)).toEqual(move)
  })
})

test.each([
  ['nobody', { people: 0, alike: 0 }, 0],
  ['as many as a day takes', { people: 5, alike: 1 }, 3],
  ['one more', { people: 6, alike: 1 }, 4],
  ['two with the same text', { people: 6, alike: 2 }, 10],
  ['the last step at once', { people: 1, alike: 1, steps: steps.slice(0, 1) }, 0],
])('a campaign to %s takes %o', (_who, change, days) => {
  expect(campaignDays({ perDay: 5, sameTextDays: 7, steps, ...change })).toBe(days)
})
