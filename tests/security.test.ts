import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { citedTests } from './cited-tests.ts'

const root = resolve(import.meta.dirname, '..')
const document = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** How many sections each chapter of ASVS 5.0 has, from V1 to V17. */
const sections = [5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5]

const rows = [...document.matchAll(/^\| (\d+(?:\.\d+)?) [^|]* \| ([^|]+) \| ?(.*)\|$/gm)].map(
  ([, section = '', how = '', shownBy = '']) => ({ section, how: how.trim(), shownBy: shownBy.trim() }),
)

test('every section of the standard has one row, below the heading of its chapter', () => {
  const all = sections.flatMap((count, chapter) =>
    Array.from({ length: count }, (_, index) => `${chapter + 1}.${index + 1}`),
  )
  expect(rows.map(({ section }) => section)).toEqual([...all, '17'])
  const headings = [...document.matchAll(/^## V(\d+) /gm)].map(([, chapter]) => Number(chapter))
  expect(headings).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
})

test.each(rows)('section $section is shown by tests that exist, or says why not', ({ how, shownBy }) => {
  const { cited, rebuilt, missing } = citedTests(shownBy)
  expect(rebuilt).toBe(shownBy)
  expect(missing).toEqual([])
  if (cited.length === 0) expect(how).toMatch(/^(Not applicable: |Gap: )|by hand$/)
})

/** Licenses that let us run and ship the package as it is. */
const permitted = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0'],
  // Only changes of their own files would have to be published.
  'MPL-2.0',
  // The font.
  'OFL-1.1',
  // A choice: we take the first.
  ...['(MIT OR CC0-1.0)', '(MIT OR EUPL-1.1+)', '(AFL-2.1 OR BSD-3-Clause)'],
]

test('every package has a hash, and those of production a license that permits our use', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; license?: string; dev?: boolean }>
  }
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(500)
  expect(packages.filter(([, each]) => !each.integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  const others = packages.filter(([, { dev, license = 'none' }]) => !dev && !permitted.includes(license))
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})
