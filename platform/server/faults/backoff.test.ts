import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

const options = { firstMs: 250, mostMs: 3000, calmMs: 60_000 }

test('waits double up to the maximum and stay there', () => {
  const backoff = new Backoff(options)
  expect(Array.from({ length: 6 }, () => backoff.nextMs(0))).toEqual([250, 500, 1000, 2000, 3000, 3000])
  for (let tries = 6; tries < 10_000; tries++) backoff.nextMs(0)
  expect(backoff.nextMs(0)).toBe(3000)
})

test('after a calm period, the first wait is short again', () => {
  const backoff = new Backoff(options)
  const [first, second] = [backoff.nextMs(0), backoff.nextMs(1000)]
  expect([first, second, backoff.nextMs(61_000), backoff.nextMs(200_000)]).toEqual([250, 500, 1000, 250])
})
