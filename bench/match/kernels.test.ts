import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compiledKernels } from './kernels.ts'

test('engine/data/kernels.json is what engine/kernels compiles to: `npm run bench kernels` updates it', async () => {
  expect(await readFile('engine/data/kernels.json', 'utf8')).toBe(await compiledKernels())
})
