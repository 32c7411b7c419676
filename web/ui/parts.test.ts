import { expect, test } from 'vitest'
import { MissingPart, part } from './parts.ts'

test('a part that is there is given on, one that is not is missed by name', async () => {
  expect(await part(async () => 'screen')).toBe('screen')
  await expect(part(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(MissingPart)
})
