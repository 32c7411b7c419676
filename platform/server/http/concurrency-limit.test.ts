import { expect, test } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { type ConcurrencyLimit, concurrencyLimit } from './concurrency-limit.ts'

function limitOf(max: number, maxPerUser: number): ConcurrencyLimit {
  return concurrencyLimit({ max, maxPerUser, refusal: (by) => new ApiError('ServiceUnavailableError', `full: ${by}`) })
}

test('a user who holds all of their slots is refused while others are not', () => {
  const limit = limitOf(10, 2)
  const release = limit.acquire('ann')
  limit.acquire('ann')
  expect(() => limit.acquire('ann')).toThrow('full: user')
  limit.acquire('bob')
  release()
  limit.acquire('ann')
  expect(() => limit.acquire('ann')).toThrow('full: user')
})

test('a process has a fixed number of slots for all users together', () => {
  const limit = limitOf(2, 2)
  const releases = [limit.acquire('ann'), limit.acquire('bob')]
  expect(() => limit.acquire('cleo')).toThrow('full: all')
  for (const release of releases) release()
  for (const name of ['cleo', 'dan']) limit.acquire(name)
  expect(() => limit.acquire('eve')).toThrow('full: all')
})

test('releasing a slot twice frees it only once', () => {
  const limit = limitOf(2, 2)
  const release = limit.acquire('ann')
  limit.acquire('ann')
  release()
  release()
  limit.acquire('ann')
  expect(() => limit.acquire('ann')).toThrow('full')
})
