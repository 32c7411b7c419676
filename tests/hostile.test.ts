import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { citedTests } from './cited-tests.ts'

const root = resolve(import.meta.dirname, '..')
const rows = [...readFileSync(join(root, 'docs/hostile.md'), 'utf8').matchAll(/^\| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)]
  .map(([, number = '', , shownBy = '']) => ({ number: number.trim(), shownBy }))
  .filter(({ number }) => number !== 'Number')

const years: Readonly<Record<string, string>> = {
  2019: '18818 19609',
  2020: '13961 27664 27665 27666',
  2021: '28128 46440',
  2022: '0764 27263 29894 30617 30618 31367 32114',
  2023: '22621 22893 22894 34093 34235 36472 37263 38507 39345',
  2024: '29181 31217 34065 37818 52588 56143',
  2025: '3930 25298 53092 64526',
  2026: '22599 22706 22707 27886 57997',
}
const published = Object.entries(years).flatMap(([year, ids]) => ids.split(' ').map((id) => `CVE-${year}-${id}`))
const inputs = Array.from({ length: 22 }, (_, index) => String(index + 1))
const webhooks = ['38', '39', '40', '41', '42']

test('every published vulnerability and kind of hostile input has one row, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual([...published, ...inputs, ...webhooks, '54', '62'])
})

test.each(rows)('the tests that cover $number exist', ({ shownBy }) => {
  const { cited, rebuilt, missing } = citedTests(shownBy)
  expect(cited.length).toBeGreaterThan(0)
  expect(rebuilt).toBe(shownBy)
  expect(missing).toEqual([])
})
