import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrCreateSecret } from './secret-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-file-'))
  path = join(folder, 'secret')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('what was made once is kept, for its owner alone', () => {
  expect(readOrCreateSecret(path, () => 'first')).toBe('first')
  expect(readOrCreateSecret(path, () => 'second')).toBe('first')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file that an interrupted start left empty is made anew', () => {
  writeFileSync(path, '')
  expect(readOrCreateSecret(path, () => 'made')).toBe('made')
})

test('what cannot be made leaves no file behind that the next start would take', () => {
  const fail = () => {
    throw new Error('no secret')
  }
  expect(() => readOrCreateSecret(path, fail)).toThrow('no secret')
  expect(existsSync(path)).toBe(false)
})
