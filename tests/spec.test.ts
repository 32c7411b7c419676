import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The sections of the specification. */
const sections = [
  '1. What the product does and for whom',
  '2. Screens and routes',
  '3. Entities and their fields',
  '4. States and transitions',
  '5. Validation rules',
  '6. Roles and permissions',
  '7. The calls it makes',
  '8. The error catalogue',
  '9. Business constants and limits',
]
const decisions = 'Decisions where the specification is silent or contradicts itself'
const screens = 'What people expect of each screen at first sight'

/** The routes of the specification, each of which a row of its second section names in full. */
const publicRoutes = [
  ...['/', '/alternatives', '/alternative/{slug}', '/blog', '/blog/{slug}', '/guide/{slug}', '/reddit-marketing-guide'],
  ...['/legal/affiliate', '/legal/privacy', '/legal/terms', '/legal/violation', '/dev/feature-flags', '/test'],
  ...['/auth/login', '/auth/signup', '/auth/reset-password'],
]
const screenRoutes = [
  ...['/app', '/app/archive/rejected', '/app/archive/replied', '/app/crm', '/app/dashboard', '/app/find-leads'],
  ...['/app/inbox', '/app/inbox-mail', '/app/insights', '/app/insights-copy-working', '/app/mentions'],
  ...['/app/opportunities', '/app/pay', '/app/searchbox', '/app/setup', '/app/users'],
  ...['main', 'members', 'notifications'].map((page) => `/app/settings/account/${page}`),
  ...['main', 'billing', 'competitors', 'keywords', 'members', 'notifications', 'prompts'].map(
    (page) => `/app/settings/project/${page}`,
  ),
]

/** The calls of the specification, each of which a row of its seventh section names. */
const calls = [
  ...[
    'GET projects',
    'PUT projects/{id}',
    'GET subscriptions',
    'GET purchases',
    'GET /purchases/invoice/{id}',
    'POST with',
  ],
  ...['GET /users/me', 'POST /auth/local', '/auth/local/register', '/auth/forgot-password', '/auth/reset-password'],
  ...['/auth/change-password', '/auth/send-email-confirmation', '/auth/{provider}/callback', '/connect/{provider}'],
  ...['collect-email', '/api/event', '{prefix}.json?icons=a,b', 'build manifest'],
]

interface Row {
  asked: string
  shown: string
}

const requirements = tablesIn('docs/spec.md')
const expectations = tablesIn('docs/decisions-shown.md')
const rows = [...Object.values(requirements), ...Object.values(expectations)].flat()

/** Returns the tables of a page by their headings. */
function tablesIn(path: string): Record<string, Row[]> {
  const parts = readFileSync(join(root, path), 'utf8').split(/^## /m).slice(1)
  return Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf('\n')), rowsOf(part)]))
}

function rowsOf(part: string): Row[] {
  const lines = part.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    if (cells.length !== 4) throw new Error(`A row needs two cells: ${line}`)
    return { asked: cells[1]!, shown: cells[2]! }
  })
}

/** Returns whether a row of a table names a path or call, and not only one that begins or ends with it. */
function isNamed(table: readonly Row[] | undefined, name: string): boolean {
  const literally = name.replaceAll(/[{}.?]/g, String.raw`\$&`)
  const whole = new RegExp(`(?<![\\w/{}-])${literally}(?![\\w/{}-])`)
  return table?.some(({ asked }) => whole.test(asked)) ?? false
}

/** A reason why no test shows a row: 'not built yet: …' or 'cannot be met here: …'. */
const unshown = /^(not built yet|not shown yet|cannot be met here): .{10,}$/

/** Returns the fault of a row's second cell, or null. */
function faultOf(shown: string): string | null {
  if (unshown.test(shown)) return null
  return (
    shown
      .split('<br>')
      .map(faultOfCitation)
      .find((fault) => fault !== null) ?? null
  )
}

function faultOfCitation(citation: string): string | null {
  const [, path, place] = /^`([^`]+\.test\.tsx?)`: (.+)$/.exec(citation) ?? []
  if (!path || !place) return `neither a test nor a reason: ${citation}`
  if (!existsSync(join(root, path))) return `no such file: ${path}`
  const [name, ...around] = place.split(' > ').toReversed()
  const named = titlesIn(path).filter(({ kind, title }) => kind === 'test' && title === name)
  if (named.length === 0) return `no such test in ${path}: ${name}`
  return named.some(({ groups }) => around.every((group) => groups.includes(group)))
    ? null
    : `the test is in ${path}, but not in the group: ${place}`
}

interface Title {
  kind: string
  title: string
  /** The titles of the groups around it. */
  groups: string[]
}

const read = new Map<string, Title[]>()

/**
 * Returns the titles of a file's tests and groups, including tables. Skipped ones are left out. What stands in a group
 * is told by its indentation, which the formatter guarantees.
 */
function titlesIn(path: string): Title[] {
  const known = read.get(path)
  if (known) return known
  const text = readFileSync(join(root, path), 'utf8')
  const open: { indent: number; title: string }[] = []
  const found: Title[] = []
  for (const { 1: called, 3: raw = '', index } of text.matchAll(
    /(?:\b(test|describe)|\))\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2\s*,/g,
  )) {
    const before = text.slice(0, index)
    const indent = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1))![0].length
    // The title of a table follows its rows, on a line that is indented like its first.
    const opened = [...text.slice(0, index + 1).matchAll(new RegExp(`^ {${indent}}(test|describe)\\b`, 'gm'))].at(-1)
    const kind = called ?? opened?.[1] ?? ''
    const title = raw.replaceAll(/\\(.)/g, '$1')
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()
    found.push({ kind, title, groups: open.map((group) => group.title) })
    if (kind === 'describe') open.push({ indent, title })
  }
  read.set(path, found)
  return found
}

test.each(sections)('section %s has rows', (section) => {
  expect(requirements[section]?.length).toBeGreaterThan(0)
})

test('every section belongs to the specification, and the others to the decisions and screens', () => {
  expect(Object.keys(requirements)).toEqual(sections)
  expect(Object.keys(expectations)).toEqual([decisions, screens])
})

test.each([...publicRoutes, ...screenRoutes])('the route %s has a row', (route) => {
  expect(isNamed(requirements[sections[1]!], route)).toBe(true)
})

test.each(calls)('the call %s has a row', (called) => {
  expect(isNamed(requirements[sections[6]!], called)).toBe(true)
})

test.each(screenRoutes)('what people expect of %s has a row', (route) => {
  expect(isNamed(expectations[screens], route)).toBe(true)
})

test('each of the 30 decisions has a row, in order', () => {
  const numbers = (expectations[decisions] ?? []).map(({ asked }) => Number(/^(\d+)\. /.exec(asked)?.[1]))
  expect([...new Set(numbers)]).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

test.each(rows)('$asked', ({ asked, shown }) => {
  expect(asked.length).toBeGreaterThan(10)
  expect(faultOf(shown)).toBeNull()
})

test('no requirement appears twice', () => {
  const asked = Object.entries({ ...requirements, ...expectations }).flatMap(([section, all]) =>
    all.map((row) => `${section}: ${row.asked}`),
  )
  expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([])
})

describe('a row is rejected for', () => {
  test.each([
    ['an empty cell', ''],
    ['no reason', 'not built yet'],
    ['too short a reason', 'not built yet: later'],
    ['neither a test nor a reason', 'this is surely shown somewhere'],
    ['a file that is no test', '`engine/rules/access.ts`: guard'],
    ['a missing file', '`engine/nowhere.test.ts`: is shown'],
    ['a missing test', '`engine/rules/access.test.ts`: is shown'],
    ['a group instead of a test', '`tests/spec.test.ts`: a row is rejected for'],
    ['a missing group', '`engine/rules/access.test.ts`: nowhere > match the table that is displayed'],
    ['another group', '`engine/rules/access.test.ts`: guard > match the table that is displayed'],
    [
      'a missing second test',
      '`engine/rules/access.test.ts`: match the table that is displayed<br>`engine/rules/access.test.ts`: x',
    ],
  ])('%s', (_, shown) => {
    expect(faultOf(shown)).not.toBeNull()
  })

  test('and a valid one is accepted', () => {
    expect(faultOf('`engine/rules/access.test.ts`: rights of roles > match the table that is displayed')).toBeNull()
    expect(faultOf('cannot be met here: the answer is unknown')).toBeNull()
  })
})
