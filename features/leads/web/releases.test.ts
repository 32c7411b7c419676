import { expect, test } from 'vitest'
import { heldText, releaseText } from './releases.ts'

const friday = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T18:00:00Z', 'UTC', 'today at 18:00'],
  ['2026-11-21T07:00:00Z', 'UTC', 'tomorrow at 07:00'],
  ['2026-11-23T07:00:00Z', 'UTC', 'on Monday at 07:00'],
  ['2026-11-23T07:00:00Z', 'Europe/Berlin', 'on Monday at 08:00'],
  ['2026-11-22T22:00:00Z', 'Asia/Tokyo', 'on Monday at 07:00'],
  ['2026-11-26T13:00:00Z', 'UTC', 'on November 26 at 13:00'],
  ['2026-11-27T07:00:00Z', 'UTC', 'on November 27 at 07:00'],
  ['2026-11-20T12:00:00Z', 'UTC', 'any minute now'],
  ['2026-11-16T07:00:00Z', 'UTC', 'any minute now'],
])('%s in %s is released %s', (releasesAt, timeZone, text) => {
  expect(releaseText(releasesAt, friday, timeZone)).toBe(text)
})

test('the text for held leads has their number', () => {
  const past = '2026-11-20T07:00:00Z'
  expect(heldText({ count: 1200, releasesAt: past }, friday)).toBe('1,200 more any minute now')
  expect(heldText({ count: 0, releasesAt: past }, friday)).toBeNull()
  expect(heldText({ count: 0, releasesAt: null }, friday)).toBeNull()
})
