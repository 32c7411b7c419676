import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrokenLines, brokenLineText } from '../broken-lines.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-broken-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const now = new Date('2026-11-20T12:00:00Z')
const line = (number: number, text = '{') => ({ file: 'some/posts.ndjson', line: number, reason: 'not JSON', text })

test.each([
  ['plain text', 'nonsense', '"nonsense"'],
  ['a quote', 'say "no"', '"say \\"no\\""'],
  ['a terminal sequence', '\x1b[2J\x9b2J', '"\\u001b[2J\\u{9b}2J"'],
  ['bidirectional controls', 'a\u202eb\u2066c', '"a\\u{202e}b\\u{2066}c"'],
  ['line breaks', 'a\nb\u2028c', '"a\\nb\\u{2028}c"'],
  ['an emoji', '👋', '"👋"'],
])('escapes %s for printing', (_, text, quoted) => {
  expect(brokenLineText(line(7, text))).toBe(`posts.ndjson:7: not JSON: ${quoted}`)
})

test('truncates a long line', () => {
  expect(brokenLineText(line(1, 'x'.repeat(5000)))).toBe(`posts.ndjson:1: not JSON: "${'x'.repeat(200)}"`)
})

test('the report has all lines and only its owner can read it; the first three are kept in memory', () => {
  const broken = new BrokenLines(dataDir, now)
  for (let i = 1; i <= 5; i++) broken.add(line(i))
  broken.close()
  const all = [1, 2, 3, 4, 5].map((i) => `posts.ndjson:${i}: not JSON: "{"`)
  expect(readFileSync(broken.path, 'utf8')).toBe(`${all.join('\n')}\n`)
  expect(dirname(broken.path)).toBe(join(dataDir, 'imports'))
  expect(statSync(broken.path).mode & 0o077).toBe(0)
  expect(broken.first).toEqual(all.slice(0, 3))
  expect(broken.count).toBe(5)
})

test('without a broken line there is no report', () => {
  new BrokenLines(dataDir, now).close()
  expect(readdirSync(dataDir)).toEqual([])
})

test("a file of garbage doesn't fill the disk", () => {
  const broken = new BrokenLines(dataDir, now)
  for (let i = 1; i <= 10_500; i++) broken.add(line(i))
  broken.close()
  const lines = readFileSync(broken.path, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(10_001)
  expect(lines.at(-1)).toBe('and 500 more')
  expect(broken.count).toBe(10_500)
})

test.skipIf(!existsSync('/dev/full'))('a full disk cuts off only the report', () => {
  const broken = new BrokenLines(dataDir, now)
  mkdirSync(dirname(broken.path))
  symlinkSync('/dev/full', broken.path)
  for (let i = 1; i <= 5; i++) broken.add(line(i))
  broken.close()
  expect([broken.count, broken.first.length, broken.isCutOff]).toEqual([5, 3, true])
})
