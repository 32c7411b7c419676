import { expect, test } from 'vitest'
import { skippedText, summaryLines } from './summary-lines.ts'

const nothing = { keywords: 0, competitors: 0, prompts: 0, views: 0, alertRules: 0, leads: 0, posts: 0 }

test.each([
  [{}, []],
  [{ keywords: 1, views: 1, leads: 1 }, ['1 keyword', '1 saved view or search', '1 lead with its decisions and notes']],
  [{ keywords: 2, posts: 1204 }, ['2 keywords', '1,204 other posts, to be matched again']],
  [{ alertRules: 2 }, ['2 alert rules, for you only']],
])('a file with %j is summarized as %j', (counts, lines) => {
  expect(summaryLines({ ...nothing, ...counts })).toEqual(lines)
})

test.each([
  [0, null],
  [1, '1 post is left out: it is sample data, or deleted on Reddit.'],
  [1204, '1,204 posts are left out: they are sample data, or deleted on Reddit.'],
])('%i skipped posts are explained by %j', (skipped, text) => {
  expect(skippedText(skipped)).toBe(text)
})
