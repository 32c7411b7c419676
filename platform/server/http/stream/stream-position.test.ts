import { describe, expect, test } from 'vitest'
import { includes, positionText, readPosition } from './stream-position.ts'

test.each(['850:850:', '850:856:851,853', '9223372036854775806:9223372036854775807:'])(
  'position %s survives a round trip',
  (text) => {
    expect(positionText(readPosition(text)!)).toBe(text)
  },
)

test.each([
  ['', 'nothing'],
  ['850', 'a number'],
  ['850:856', 'two thirds'],
  ['850:856:851:853', 'a part too many'],
  ['0:856:', 'a transaction that there is not'],
  ['856:850:', 'an end before the beginning'],
  ['850:856:856', 'one that runs beyond the end'],
  ['850:856:849', 'one that runs before the beginning'],
  ['850:856:853,851', 'a list out of order'],
  ['-1:856:', 'a negative number'],
  ['850:1e3:', 'another way to write numbers'],
  ['850:856:\n', 'a line break'],
  ['850:9223372036854775808:', 'a transaction that the database cannot have'],
  [`850:856:${'851,'.repeat(5000)}851`, 'a flood'],
])('%.40j is rejected: %s', (text) => {
  expect(readPosition(text)).toBeNull()
})

describe('at 850:856:851,853', () => {
  const position = readPosition('850:856:851,853')!
  test.each([
    [849n, true],
    [850n, true],
    [851n, false],
    [852n, true],
    [853n, false],
    [855n, true],
    [856n, false],
    [900n, false],
  ])('transaction %s was visible: %s', (transaction, expected) => {
    expect(includes(position, transaction)).toBe(expected)
  })
})
