import { describe, expect, test } from 'vitest'
import type { Proposal, WebsiteProfile } from '#engine/website/profile.ts'
import { filledIn, nothing, proposed } from './fill.ts'

const proposal = (text: string, page: string | null = '/'): Proposal => ({ text, origin: 'heading', page })
const profile: WebsiteProfile = {
  website: 'https://tidewell.example/',
  name: proposal('Tidewell'),
  summary: proposal('Surf reports without the noise.'),
  audience: [proposal('surfers'), proposal('lifeguards'), proposal('sailors')],
  pains: [proposal('stale forecasts')],
  keywords: [proposal('surf report'), proposal('tide table')],
  competitors: [proposal('Swellbook'), proposal('Wavetop', null)],
  communities: [proposal('Surfing', null), proposal('sailing')],
  language: 'en',
  read: 'enough',
  pages: ['/'],
  madeBy: 'page',
}

describe('the proposal from a website', () => {
  test("fills the form's fields, without names that no page mentions", () => {
    expect(proposed(profile)).toEqual({
      name: 'Tidewell',
      summary: 'Surf reports without the noise.\nFor surfers, lifeguards, and sailors.\nSolves: stale forecasts.',
      keywords: ['surf report', 'tide table'],
      competitors: ['Swellbook'],
      communities: ['surfing', 'sailing'],
    })
  })

  test('does not repeat anything', () => {
    const summary = proposal('Surf reports for surfers and lifeguards, no stale forecasts.')
    expect(proposed({ ...profile, summary }).summary).toBe(`${summary.text}\nFor sailors.`)
  })

  test('is empty if nothing was read', () => {
    const empty = { name: null, summary: null, audience: [], pains: [], keywords: [], competitors: [], communities: [] }
    expect(proposed({ ...profile, ...empty })).toEqual(nothing)
  })
})

describe('filling in the form', () => {
  const before = {
    name: 'Tidewell',
    summary: 'Old words.',
    keywords: ['tides'],
    competitors: ['Swellbook'],
    communities: ['surfing'],
  }
  const now = {
    name: 'Tidewell 2',
    summary: 'New words.',
    keywords: ['surf report'],
    competitors: [],
    communities: ['sailing'],
  }
  test.each([
    ['an empty form takes everything', nothing, nothing, now],
    ['what was proposed gives way', before, before, now],
    ['a name that somebody typed stays', { ...before, name: 'Tide & Co' }, before, { ...now, name: 'Tide & Co' }],
    ['a changed summary stays', { ...before, summary: 'Old words!' }, before, { ...now, summary: 'Old words!' }],
    ['blanks are nothing', { ...nothing, summary: ' \n' }, nothing, now],
    [
      'added keywords stay, with what is proposed behind them',
      { ...before, keywords: ['tides', 'wave height', 'Surf Report'] },
      before,
      { ...now, keywords: ['wave height', 'Surf Report'] },
    ],
    [
      'a competitor that somebody typed stays',
      { ...nothing, competitors: ['Acme'] },
      nothing,
      { ...now, competitors: ['Acme'] },
    ],
    [
      'communities that somebody added stay, and those proposed before go',
      { ...before, communities: ['surfing', 'kayaking'] },
      before,
      { ...now, communities: ['kayaking', 'sailing'] },
    ],
  ])('%s', (_, typed, last, expected) => {
    expect(filledIn(typed, last, now)).toEqual(expected)
  })
})
