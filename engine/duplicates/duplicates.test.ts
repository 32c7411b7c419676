import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { duplicatesIn, sketchOf } from './duplicates.ts'

const story =
  'We are a team of eight and keep our customers in a spreadsheet. Follow-ups get lost every week, and nobody knows who ' +
  'called last. Which simple tool would you take for contacts and reminders, without paying for ten seats we never use?'

/** Returns whether the second of two items counts as a duplicate of the first. */
function isCopy(a: [title: string, body: string], b: [title: string, body: string]): boolean {
  const ranking = [a, b].map(([title, body], at) => ({ id: `${at}`, sketch: sketchOf(title, body) }))
  return duplicatesIn(ranking).get('1') === '0'
}

describe('items with the same text are duplicates', () => {
  test.each<[string, [string, string], [string, string], boolean]>([
    ['case, spacing and punctuation', ['Need a CRM', 'Body'], ['NEED  a crm!', ' body.'], true],
    ['a crosspost under another title', ['Which CRM?', story], ['Tool for contacts and reminders', story], true],
    ['a repost with an added line', ['Which CRM?', story], ['Which CRM?', `${story}\n\nEdit: thanks, all!`], true],
    ['a repost with a changed word', ['Which CRM?', story], ['Which CRM?', story.replace('eight', 'twelve')], true],
    [
      'the same title with another body',
      ['Which CRM?', story],
      ['Which CRM?', 'For a law firm with one lawyer.'],
      false,
    ],
    [
      'another question on the same topic',
      ['Best CRM for a small shop?', ''],
      ['Best CRM for a small church?', ''],
      false,
    ],
    ['an empty text and another text', ['', ''], ['Which CRM?', ''], false],
  ])('%s: %s', (_name, first, second, expected) => {
    expect(isCopy(first, second)).toBe(expected)
  })
})

test('duplicates refer to the best ranked item with their text', () => {
  const texts = { a: story, b: `${story} Thanks!`, c: 'Something else altogether', d: story.toUpperCase() }
  const ranking = Object.entries(texts).map(([id, body]) => ({ id, sketch: sketchOf('Which CRM?', body) }))
  expect([...duplicatesIn(ranking)]).toEqual([
    ['b', 'a'],
    ['d', 'a'],
  ])
})

test('many different texts are separated without comparing every pair', () => {
  const ranking = Array.from({ length: 5_000 }, (_, n) => ({
    id: `${n}`,
    sketch: sketchOf(`Question ${n}`, `about thing ${n * 7} and place ${n * 13} at hour ${n * 31}`),
  }))
  const started = computedMs()
  expect(duplicatesIn(ranking).size).toBe(0)
  expect(computedMs() - started).toBeLessThan(2_000)
})
