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
      'keeps added communities and replaces the ones proposed before',
      { ...before, communities: ['surfing', 'kayaking'] },
      before,
      { ...now, communities: ['kayaking', 'sailing'] },
    ],
  ])('%s', (_, typed, last, expected) => {
    expect(filledIn(typed, last, now)).toEqual(expected)
  })
})
