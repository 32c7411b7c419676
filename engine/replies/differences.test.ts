import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { differencesBetween } from './differences.ts'

const shown = (earlier: string, later: string) =>
  differencesBetween(earlier, later)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}}` : `{-${text}}`))
    .join('')

describe('two drafts', () => {
  test.each([
    ['Pipewell is free.', 'Pipewell is free.', 'Pipewell is free.'],
    ['It costs 9 euros.', 'It costs 12 euros.', 'It costs {-9}{+12} euros.'],
    ['One. Two.', 'One. Two.\n\nThree.', 'One. Two.{+\n\nThree.}'],
    ['', 'New', '{+New}'],
    ['Old', '', '{-Old}'],
    ['', '', ''],
  ])('%j and %j', (earlier, later, expected) => {
    expect(shown(earlier, later)).toBe(expected)
  })
})

test('the parts of each side make up that draft, and texts without common words are compared quickly', () => {
  const earlier = Array.from({ length: 2_500 }, (_, n) => `a${n}`).join(' ')
  const later = Array.from({ length: 2_500 }, (_, n) => `b${n}`).join(' ')
  const began = computedMs()
  const parts = differencesBetween(earlier, later)
  expect(computedMs() - began).toBeLessThan(2_000)
  const side = (left: string) =>
    parts
      .filter(({ kind }) => kind !== left)
      .map(({ text }) => text)
      .join('')
  expect(side('added')).toBe(earlier)
  expect(side('removed')).toBe(later)
})
