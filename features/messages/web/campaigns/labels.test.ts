import { describe, expect, test } from 'vitest'
import type { Campaign, CampaignPerson, CampaignPreview } from '../../contract-campaigns.ts'
import { aMessage } from '../factories.ts'
import { endedTexts, leftOutTexts, standingText, startTexts } from './labels.ts'

const preview: CampaignPreview = {
  ...{ people: 12, leftOut: { contacted: 2, noInvitation: 1200 }, samples: [], faults: 2, alike: 1 },
  until: '2026-12-04T12:00:00.000Z',
}
const campaign = { perDay: 5, steps: [{}, {}] } as Campaign

test('left out are people with the reason', () => {
  expect(leftOutTexts(preview)).toEqual(['2 already contacted', "1,200 didn't invite messages or write first"])
})

describe('the summary before the start', () => {
  test('says how many a day, and until when', () => {
    const [pace, end, ...others] = startTexts(preview, campaign)
    expect(pace).toContain('up to 5 new people a day')
    expect(end).toBe('10 people get all 2 messages by about December 4, 2026, at the earliest.')
    expect(others.join()).not.toContain('same text')
  })

  test('warns about a text that many would get', () => {
    expect(startTexts({ ...preview, alike: 10 }, campaign).join()).toContain('10 people would get the same text')
  })

  test('says that there is nobody', () => {
    expect(startTexts({ ...preview, people: 2, until: null }, campaign)).toHaveLength(1)
  })
})

test.each<[string, Partial<CampaignPerson>, string]>([
  ['before the first message', { step: 0 }, 'Waiting for the first message'],
  ['with a queued one', { message: aMessage('m', { state: 'queued' }) }, 'Message 1 of 2 queued'],
  ['with a held one', { message: aMessage('m', { state: 'deferred' }) }, 'Message 1 of 2 on hold'],
  ['between steps', { message: aMessage('m') }, 'Message 1 of 2 sent'],
  ['after all', { step: 2, state: 'done' }, 'Done'],
  ['after an answer', { state: 'stopped', reason: 'answered' }, 'Answered'],
])('a person %s', (_when, change, text) => {
  const row = { step: 1, state: 'waiting', reason: null, message: null, ...change } as CampaignPerson
  expect(standingText(row, 2)).toBe(text)
})

test('the ends of a campaign are listed by reason, most people first', () => {
  const counts = { stopped: { doNotContact: 1, decided: 2 }, refused: { unwilling: 1200, captcha: 1, refused: 2 } }
  expect(endedTexts(counts)).toEqual([
    "1,200 don't accept messages",
    '3 rejected by Reddit',
    '2 won or lost',
    '1 asked to stop',
  ])
  expect(endedTexts({ stopped: {}, refused: { unwilling: 1 } })).toEqual(["1 doesn't accept messages"])
  expect(endedTexts({ stopped: {}, refused: {} })).toEqual([])
})
