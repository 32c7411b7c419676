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
  ...{ overlap: [], subreddits: [], tooCommon: false, samples: [] },
}

test.each<[string, Partial<KeywordPreview>, string]>([
  ['all stored posts', {}, '3 posts per day, 11 leads per week (50%).'],
  ['a sample', { total: 90_000 }, 'About 3 posts per day, 11 leads per week (50%).'],
  ['no leads', { leads: 0 }, '3 posts per day, no leads among those checked.'],
  ['rare matches', { perDay: 0.01, leads: 6 }, 'Less than 0.1 posts per day, less than 0.1 leads per week (100%).'],
  ['no matches', { found: 0, perDay: 0 }, 'No matches in stored posts.'],
  ['a sample without matches', { found: 0, perDay: 0, total: 90_000 }, 'No matches in the 400 posts checked.'],
  ['only old posts', { perDay: 0, older: 6 }, 'Matches 6 posts, none from the last 30 days.'],
  [
    'a keyword that is too common',
    { tooCommon: true },
    'Too many posts contain it, so it finds no leads by itself. Add a word to narrow it.',
  ],
  ['no stored posts', { read: 0, total: 0 }, 'No posts are stored yet, so there is no preview.'],
])('estimates from %s', (_, changes, text) => {
  expect(estimateText({ ...preview, ...changes })).toBe(text)
})

test.each<[string, Partial<KeywordPreview>, string]>([
  [
    'all stored posts',
    {},
    'Based on all 400 stored posts, covering 2 of the last 3 days, starting Nov 19. The other days have no stored posts.',
  ],
  [
    'a sample and an older post',
    { total: 90_000, older: 1 },
    'Estimated from a sample of 400 of 90,000 posts, covering 2 of the last 3 days, starting Nov 19. The other days have no stored posts. It also matches 1 post older than that.',
  ],
  [
    'posts from every day',
    { covered: 3, days: preview.days.map((day) => ({ ...day, read: 9 })) },
    'Based on all 400 stored posts, covering each of the last 3 days.',
  ],
  [
    'only old posts',
    { covered: 0, days: preview.days.map((day) => ({ ...day, read: 0 })) },
    'Based on all 400 stored posts.',
  ],
])('names the basis of the estimate: %s', (_, changes, text) => {
  expect(coverageText({ ...preview, ...changes })).toBe(text)
})
