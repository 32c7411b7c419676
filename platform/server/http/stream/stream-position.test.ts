import { describe, expect, test } from 'vitest'
import { includes, positionText, readPosition } from './stream-position.ts'

test.each(['850:850:', '850:856:851,853', '9223372036854775806:9223372036854775807:'])(
  'position %s survives a round trip',
  (text) => {
    expect(positionText(readPosition(text)!)).toBe(text)
  },
)

test.each([
  ['', 'an empty text'],
  ['850', 'only one number'],
  ['850:856', 'a missing part'],
  ['850:856:851:853', 'an extra part'],
  ['0:856:', 'a transaction ID of 0'],
  ['856:850:', 'an end before the start'],
  ['850:856:856', 'a running transaction past the end'],
  ['850:856:849', 'a running transaction before the start'],
  ['850:856:853,851', 'an unsorted list'],
  ['-1:856:', 'a negative number'],
  ['850:1e3:', 'exponential notation'],
  ['850:856:\n', 'a line break'],
  ['850:9223372036854775808:', 'a transaction ID above the maximum'],
  [`850:856:${'851,'.repeat(5000)}851`, 'a list that is too long'],
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
