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
  test("fills the form's fields; names that no page mentions are only proposed", () => {
    expect(proposed(profile)).toEqual({
      name: 'Tidewell',
      summary: 'Surf reports without the noise.',
      audience: ['surfers', 'lifeguards', 'sailors'],
      pains: ['stale forecasts'],
      keywords: ['surf report', 'tide table'],
      competitors: ['Swellbook'],
      communities: ['surfing', 'sailing'],
      proposals: {
        keywords: ['surf report', 'tide table'],
        competitors: ['Swellbook', 'Wavetop'],
        communities: ['surfing', 'sailing'],
      },
    })
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
    ...{ audience: ['surfers'], pains: [], proposals: nothing.proposals },
  }
  const now = {
    name: 'Tidewell 2',
    summary: 'New words.',
    keywords: ['surf report'],
    competitors: [],
    communities: ['sailing'],
    ...{ audience: ['sailors'], pains: ['wet logs'] },
    proposals: { keywords: ['surf report'], competitors: ['Wavetop'], communities: ['sailing'] },
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
})
