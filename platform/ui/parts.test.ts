import { expect, test } from 'vitest'
import { loadOptional, loadPart, MissingChunk, onMissingChunk } from './parts.ts'

test('a part that is there is given on, one that is not is missed by name', async () => {
  expect(await loadPart(async () => 'screen')).toBe('screen')
  await expect(loadPart(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(MissingChunk)
})

test('one that the page can do without is nothing where it is not', async () => {
  const banner = () => 'a line'
  expect((await loadOptional(async () => banner)).default).toBe(banner)
  const missing = await loadOptional<object>(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((missing.default as () => unknown)()).toBeNull()
})

test('that the page does without one is told to who asks, before or after', async () => {
  const told: string[] = []
  onMissingChunk(() => told.push('asked before'))
  const before = told.length
  await loadOptional<object>(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(told).toHaveLength(before + 1)
  onMissingChunk(() => told.push('asked after'))
  expect(told.at(-1)).toBe('asked after')
})

test('without a network it is fetched once that is back', async () => {
  const banner = () => 'a line'
  let isOff = true
  const fetch = async () => {
    if (isOff) throw new TypeError('Failed to fetch')
    return banner
  }
  const comesBack = async () => {
    isOff = false
  }
  expect((await loadOptional(fetch, { isOff: () => isOff, comesBack })).default).toBe(banner)
})
