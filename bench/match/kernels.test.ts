import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compiledKernels } from './kernels.ts'

test('engine/data/kernels.json matches engine/kernels (update it with `npm run bench kernels`)', async () => {
  expect(await readFile('engine/data/kernels.json', 'utf8')).toBe(await compiledKernels())
})
