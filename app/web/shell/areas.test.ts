import { expect, test } from 'vitest'
import { appPaths } from '#engine/rules/paths.ts'
import { areas, pageOfProject } from './areas.ts'

const twice = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

test('every area is an existing page with a unique name and key', () => {
  expect(areas.filter(({ path }) => !appPaths.includes(path))).toEqual([])
  expect(twice(areas.map(({ path }) => path))).toEqual([])
  expect(twice(areas.map(({ keys }) => keys))).toEqual([])
  expect(twice(areas.map(({ label, name }) => name ?? label))).toEqual([])
})

test('every area is reached by g and a letter', () => {
  expect(areas.filter(({ keys }) => !/^g [a-z]$/.test(keys))).toEqual([])
})

test.each([
  ['/app/opportunities', '/app/opportunities'],
  ['/app/settings/project/keywords', '/app/settings/project/keywords'],
  ['/app/settings/account/main', '/app/opportunities'],
  ['/app/setup', '/app/opportunities'],
  ['/app', '/app/opportunities'],
])('switching projects on %s leads to %s', (from, to) => {
  expect(pageOfProject(from)).toBe(to)
})
