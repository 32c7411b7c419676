import { expect, test } from 'vitest'
import { previewText } from './preview-text.ts'

test.each([
  [{ messages: 0, count: 0 }, 'daily', 'Would have sent nothing last week.'],
  [{ messages: 4, count: 4 }, 'immediately', 'Would have sent 4 messages last week.'],
  [{ messages: 1, count: 1 }, 'immediately', 'Would have sent 1 message last week.'],
  [{ messages: 7, count: 1204 }, 'daily', 'Would have sent 7 messages with 1,204 finds last week.'],
  [{ messages: 1, count: 1 }, 'weekly', 'Would have sent 1 message with 1 find last week.'],
  [{ messages: null, count: null }, 'daily', "These events are rare, so there's no preview."],
] as const)('the preview %j of a rule that tells %s: %s', (preview, rhythm, text) => {
  expect(previewText(preview, rhythm)).toBe(text)
})
