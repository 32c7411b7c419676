import { expect, test } from 'vitest'
import { loadOptional, loadPart, MissingChunk, onMissingChunk } from './parts.ts'

test('loadPart returns the chunk, or throws MissingChunk', async () => {
  expect(await loadPart(async () => 'screen')).toBe('screen')
  await expect(loadPart(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(MissingChunk)
})

test("loadOptional renders nothing if the component can't be loaded", async () => {
  const banner = () => 'a line'
  expect((await loadOptional(async () => banner)).default).toBe(banner)
  const missing = await loadOptional<object>(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((missing.default as () => unknown)()).toBeNull()
})

test('a missing chunk is reported to earlier and later watchers', async () => {
  const reports: string[] = []
  onMissingChunk(() => reports.push('asked before'))
  const before = reports.length
  await loadOptional<object>(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(reports).toHaveLength(before + 1)
  onMissingChunk(() => reports.push('asked after'))
  expect(reports.at(-1)).toBe('asked after')
})

test('loadOptional retries when the network is back', async () => {
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
