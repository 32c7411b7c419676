import { expect, test } from 'vitest'
import { isCalled, productFile } from './calls.ts'
import { adaptImports } from './paths.ts'

const called = (startOffset: number, count: number) => ({ functionName: '', ranges: [{ startOffset, count }] })

test('a script that was only loaded does not count as called', () => {
  expect(isCalled({ url: 'a', functions: [called(0, 1), called(40, 0)] })).toBe(false)
  expect(isCalled({ url: 'a', functions: [called(0, 0), called(40, 2)] })).toBe(true)
})

test.each([
  ['file:///earshot/app/http.ts', 'app/http.ts'],
  ['/earshot/features/leads/server/leads.ts', 'features/leads/server/leads.ts'],
  ['http://127.0.0.1:3000/main.tsx?t=1', 'app/web/main.tsx'],
  ['http://127.0.0.1:3000/@fs/earshot/features/leads/web/row.tsx', 'features/leads/web/row.tsx'],
  ['http://127.0.0.1:3000/@vite/client', null],
  ['http://127.0.0.1:3000/@fs/earshot/node_modules/x/index.ts', null],
  ['/earshot/tests/support/seeding.ts', null],
  ['/earshot/sandbox/server.ts', null],
  ['/earshot/engine/testing-cost.ts', null],
  ['file:///elsewhere/a.ts', null],
  ['node:fs', null],
])('%s belongs to the file %s', (url, path) => {
  expect(productFile(url, '/earshot', '/earshot/app/web')).toBe(path)
})

test('imports are rewritten to the file that exports all their names', () => {
  const files = new Map([
    ['server/ctx.ts', 'export interface Ctx {}\nexport const act = 1'],
    ['server/seeding.ts', 'export async function signUp() {}\nexport function appOf() {}'],
  ])
  const text = "import { test } from 'vitest'\nimport { appOf, type Person, signUp } from '#tests/support/seeding.ts'\n"
  expect(adaptImports(text, files)).toBe(
    "import { test } from 'vitest'\nimport { appOf, type Person, signUp } from '../../server/seeding.ts'\n",
  )
  expect(() => adaptImports("import { gone } from '#a.ts'", files)).toThrow('No file exports gone')
})
