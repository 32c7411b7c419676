import { expect, test } from 'vitest'
import { AuthLayout } from './auth.tsx'
import { BlankLayout } from './blank.tsx'
import { DefaultLayout } from './default.tsx'
import { layoutNames, layouts } from './layouts.ts'

test.each([
  ['blank', BlankLayout],
  ['auth', AuthLayout],
  ['default', DefaultLayout],
] as const)('the %s layout loads its own frame', async (name, frame) => {
  expect(await layouts[name]()).toBe(frame)
})

test('every layout is listed by name', () => {
  expect(layoutNames.toSorted()).toEqual(Object.keys(layouts).toSorted())
})
