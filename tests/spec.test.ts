import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const document = readFileSync(join(root, 'docs/spec.md'), 'utf8')

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

interface Row {
  asked: string
  shown: string
}

const tables = Object.fromEntries(
  document
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), rowsOf(part)]),
)
const rows = Object.values(tables).flat()

function rowsOf(part: string): Row[] {
  const lines = part.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    if (cells.length !== 4) throw new Error(`A row needs two cells: ${line}`)
    return { asked: cells[1]!, shown: cells[2]! }
  })
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
  const text = readFileSync(join(root, path), 'utf8')
  const [name, ...around] = place.split(' > ').toReversed()
  if (!titles(text, 'test').includes(name!)) return `no such test in ${path}: ${name}`
  const missing = around.find((title) => !titles(text, 'describe').includes(title))
  return missing === undefined ? null : `no such group in ${path}: ${missing}`
}

/** Returns the titles of a file's tests or groups, including tables. Skipped ones are left out. */
function titles(text: string, kind: 'test' | 'describe'): string[] {
  const calls = [...text.matchAll(/(?:\b(test|describe)|\))\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2\s*,/g)]
  return calls.flatMap(([, called, , title]) =>
    called === undefined || called === kind ? [title!.replaceAll(/\\(.)/g, '$1')] : [],
  )
}

test.each(sections)('section %s has rows', (section) => {
  expect(tables[section]?.length).toBeGreaterThan(0)
})

test('every section belongs to the specification', () => {
  expect(Object.keys(tables)).toEqual(sections)
})

test.each(rows)('$asked', ({ asked, shown }) => {
  expect(asked.length).toBeGreaterThan(10)
  expect(faultOf(shown)).toBeNull()
})

test('no requirement appears twice', () => {
  const asked = Object.entries(tables).flatMap(([section, all]) => all.map((row) => `${section}: ${row.asked}`))
  expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([])
})

describe('a faulty row is detected', () => {
  test.each([
    ['with an empty cell', ''],
    ['without a reason', 'not built yet'],
    ['with too short a reason', 'not built yet: later'],
    ['without a citation', 'this is surely shown somewhere'],
    ['with a file that is not a test', '`engine/rules/access.ts`: guard'],
    ['with a missing file', '`engine/nowhere.test.ts`: is shown'],
    ['with a missing test', '`engine/rules/access.test.ts`: is shown'],
    ['with a group instead of a test', '`tests/spec.test.ts`: a faulty row is detected'],
    ['with a missing group', '`engine/rules/access.test.ts`: nowhere > is shown as it is'],
    [
      'with a missing second test',
      '`engine/rules/access.test.ts`: is shown as it is<br>`engine/rules/access.test.ts`: x',
    ],
  ])('%s', (_, shown) => {
    expect(faultOf(shown)).not.toBeNull()
  })

  test('and a valid one is accepted', () => {
    expect(faultOf('`engine/rules/access.test.ts`: who may do what > is shown as it is')).toBeNull()
    expect(faultOf('cannot be met here: nobody can know it')).toBeNull()
  })
})
