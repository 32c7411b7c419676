import { expect, test } from 'vitest'
import type { KeywordPreview } from '../../contract.ts'
import { coverageText, estimateText } from './preview-text.ts'

const preview: KeywordPreview = {
  ...{ read: 400, total: 400, covered: 2, perDay: 3, older: 0, found: 6, judged: 6, leads: 3, alone: 6 },
  days: [
    { day: '2026-11-18', hits: 0, read: 0 },
    { day: '2026-11-19', hits: 4, read: 300 },
    { day: '2026-11-20', hits: 2, read: 100 },
  ],
  ...{ overlap: [], subreddits: [], samples: [] },
}

test.each<[string, Partial<KeywordPreview>, string]>([
  ['all of it', {}, '3 posts a day, and 11 leads a week (50%).'],
  ['a sample', { total: 90_000 }, 'About 3 posts a day, and 11 leads a week (50%).'],
  ['no leads', { leads: 0 }, '3 posts a day, and none of those looked at is a lead.'],
  ['little', { perDay: 0.01, leads: 6 }, 'Less than 0.1 posts a day, and less than 0.1 leads a week (100%).'],
  ['nothing', { found: 0, perDay: 0 }, 'It finds nothing of what is stored.'],
  ['nothing in a sample', { found: 0, perDay: 0, total: 90_000 }, 'It finds nothing in the sample.'],
  ['old posts alone', { perDay: 0, older: 6 }, 'It finds 6 posts, all older than 30 days.'],
  ['an empty store', { read: 0, total: 0 }, 'No posts are stored yet, so nothing can be said of what it would find.'],
])('an estimate from %s', (_, changes, text) => {
  expect(estimateText({ ...preview, ...changes })).toBe(text)
})

test.each<[string, Partial<KeywordPreview>, string]>([
  [
    'all of it',
    {},
    'From all 400 posts that are here, on 2 of 3 days, the first Nov 19. Other days have no posts here.',
  ],
  [
    'a sample, and older posts',
    { total: 90_000, older: 1 },
    'Estimated from a sample of 400 of 90,000 posts, on 2 of 3 days, the first Nov 19. Other days have no posts here. It finds 1 post older than that, too.',
  ],
  [
    'each day of it',
    { covered: 3, days: preview.days.map((day) => ({ ...day, read: 9 })) },
    'From all 400 posts that are here, on all of 3 days.',
  ],
  [
    'old posts alone',
    { covered: 0, days: preview.days.map((day) => ({ ...day, read: 0 })) },
    'From all 400 posts that are here.',
  ],
])('what it stands on: %s', (_, changes, text) => {
  expect(coverageText({ ...preview, ...changes })).toBe(text)
})
