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
  facts: [proposal('Tidewell costs $3 a month.'), proposal('Works offline.')],
  language: 'en',
  read: 'enough',
  pages: ['/'],
  madeBy: 'page',
}

describe('the proposal from a website', () => {
  test("fills the form's fields; names that no page mentions are only proposed", () => {
    expect(proposed(profile)).toEqual({
      name: 'Tidewell',
      summary: 'Surf reports without the noise.',
      audience: ['surfers', 'lifeguards', 'sailors'],
      pains: ['stale forecasts'],
      keywords: ['surf report', 'tide table'],
      competitors: ['Swellbook'],
      communities: ['surfing', 'sailing'],
      facts: 'Tidewell costs $3 a month.\nWorks offline.',
      proposals: {
        keywords: ['surf report', 'tide table'],
        competitors: ['Swellbook', 'Wavetop'],
        communities: ['surfing', 'sailing'],
        facts: ['Tidewell costs $3 a month.', 'Works offline.'],
      },
    })
  })

  test('is empty if nothing was read', () => {
    const empty = { name: null, summary: null, audience: [], pains: [], keywords: [], competitors: [], communities: [] }
    expect(proposed({ ...profile, ...empty, facts: [] })).toEqual(nothing)
  })
})

describe('filling in the form', () => {
  const before = {
    name: 'Tidewell',
    summary: 'Old words.',
    keywords: ['tides'],
    competitors: ['Swellbook'],
    communities: ['surfing'],
    ...{
      audience: ['surfers'],
      pains: [],
      facts: 'Costs $2.',
      proposals: { ...nothing.proposals, facts: ['Costs $2.'] },
    },
  }
  const now = {
    name: 'Tidewell 2',
    summary: 'New words.',
    keywords: ['surf report'],
    competitors: [],
    communities: ['sailing'],
    ...{ audience: ['sailors'], pains: ['wet logs'], facts: 'Costs $3.' },
    proposals: { keywords: ['surf report'], competitors: ['Wavetop'], communities: ['sailing'], facts: ['Costs $3.'] },
  }
  test.each([
    ['fills every field of an empty form', nothing, nothing, now],
    ['replaces an earlier proposal', before, before, now],
    ['keeps a typed name', { ...before, name: 'Tide & Co' }, before, { ...now, name: 'Tide & Co' }],
    ['keeps a changed summary', { ...before, summary: 'Old words!' }, before, { ...now, summary: 'Old words!' }],
    ['treats blank text as empty', { ...nothing, summary: ' \n' }, nothing, now],
    [
      'keeps added keywords and appends the proposed ones',
      { ...before, keywords: ['tides', 'wave height', 'Surf Report'] },
      before,
      { ...now, keywords: ['wave height', 'Surf Report'] },
    ],
    ['keeps a typed competitor', { ...nothing, competitors: ['Acme'] }, nothing, { ...now, competitors: ['Acme'] }],
    [
      'keeps an added audience',
      { ...before, audience: ['rowers'] },
      before,
      { ...now, audience: ['rowers', 'sailors'] },
    ],
    [
      'keeps added communities and replaces the ones proposed before',
      { ...before, communities: ['surfing', 'kayaking'] },
      before,
      { ...now, communities: ['kayaking', 'sailing'] },
    ],
  ])('%s', (_, typed, last, expected) => {
    expect(filledIn(typed, last, now)).toEqual(expected)
  })

  test('added facts are kept, and those proposed before are replaced, also from an earlier visit', () => {
    const typed = { ...before, facts: 'Costs $2.\nFor sailors.\n' }
    expect(filledIn(typed, nothing, now).facts).toBe('For sailors.\nCosts $3.')
  })
})
