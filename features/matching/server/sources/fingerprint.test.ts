import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const folder = mkdtempSync(join(tmpdir(), 'fingerprint-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function print(content: string): string {
  const path = join(folder, `${files++}`)
  writeFileSync(path, content)
  return fingerprintOf(path)
}

const long = 'x'.repeat(300_000)

test('a copy with another name has the same fingerprint', () => {
  expect(print(`a${long}b`)).toBe(print(`a${long}b`))
  expect(print('')).toBe(print(''))
})

test.each([
  ['is longer', `a${long}xb`],
  ['begins differently', `A${long}b`],
  ['ends differently', `a${long}B`],
  ['is short', 'ab'],
  ['is empty', ''],
])('a file that %s has another fingerprint', (_, content) => {
  expect(print(content)).not.toBe(print(`a${long}b`))
})
