import { describe, expect, test } from 'vitest'
import { backOffMs, isFinal } from './back-off.ts'
import type { Ending } from './read-stream.ts'

const broken = (retryMs: number | null = null): Ending => ({ why: 'broken', status: 200, retryMs })
const refused = (status: number | null, retryMs: number | null = null): Ending => ({ why: 'refused', status, retryMs })

describe('the delay before reopening the stream', () => {
  test.each([
    ['is as long as the server requested, if the stream was open', 0, broken(1730), 0.9, 1730],
    ['is at least 500 ms if the server requested none', 0, broken(), 0, 500],
    ['grows with each failure', 3, refused(null), 0.5, 8000],
    ['is at most 15 seconds', 20, refused(null), 1, 15_000],
    ['is at least as long as the server requested', 1, refused(503, 5000), 0, 5000],
  ])('%s', (_what, failures, ending, random, ms) => {
    expect(backOffMs(failures, ending, random)).toBe(ms)
  })
})

test.each([
  [401, true],
  [402, true],
  [403, true],
  [404, true],
  [429, false],
  [500, false],
  [503, false],
  [null, false],
])('after the refusal %s the client gives up: %s', (status, final) => {
  expect(isFinal(refused(status))).toBe(final)
})

test('it gives up after the end, but not after a break', () => {
  expect(isFinal({ why: 'end', status: 200, retryMs: null })).toBe(true)
  expect(isFinal(broken())).toBe(false)
})
