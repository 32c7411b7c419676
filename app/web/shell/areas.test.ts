import { expect, test } from 'vitest'
import { appPaths } from '#engine/rules/paths.ts'
import { areas, navigationFor, pageOfProject } from './areas.ts'

const twice = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

test('every area is an existing page with a unique name and key', () => {
  expect(areas.filter(({ path }) => !appPaths.includes(path))).toEqual([])
  expect(twice(areas.map(({ path }) => path))).toEqual([])
  expect(twice(areas.map(({ keys }) => keys))).toEqual([])
  expect(twice(areas.map(({ label, name }) => name ?? label))).toEqual([])
})

test('every area is reached by g and a letter, the page of internal admins by g and 0', () => {
  expect(areas.filter(({ keys, admin }) => !(admin ? /^g 0$/ : /^g [a-z]$/).test(keys))).toEqual([])
})

test('the navigation groups pages as people work, and shows no empty group', () => {
  const shown = (role: 'owner' | 'client') =>
    navigationFor(role, false).map(({ group, areas }) => [group, areas.map(({ label }) => label)])
  expect(shown('owner')).toEqual([
    ['Leads', ['Opportunities', 'Find leads', 'Search', 'Replied', 'Rejected']],
    ['Listen', ['Mentions', 'Keywords', 'Competitors', 'Sources', 'Imports']],
    ['Answer', ['Inbox', 'Mail', 'CRM']],
    ['Measure', ['Dashboard', 'Insights']],
    ['Settings', ['Project', 'Members', 'Notifications', 'Account']],
  ])
  expect(shown('client')).toEqual([
    ['Leads', ['Opportunities', 'Replied', 'Rejected']],
    ['Listen', ['Mentions']],
    ['Measure', ['Dashboard', 'Insights']],
    ['Settings', ['Project', 'Members', 'Account']],
  ])
  expect(navigationFor('client', true).at(-1)?.areas.at(-1)?.label).toBe('Users')
})

test.each([
  ['/app/archive/replied', '/app/archive/replied'],
  ['/app/opportunities', '/app/opportunities'],
  ['/app/settings/project/keywords', '/app/settings/project/keywords'],
  ['/app/settings/account/main', '/app/opportunities'],
  ['/app/setup', '/app/opportunities'],
  ['/app', '/app/opportunities'],
])('switching projects on %s leads to %s', (from, to) => {
  expect(pageOfProject(from)).toBe(to)
})
