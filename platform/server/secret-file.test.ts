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

test('a secret is created once, kept and readable only by its owner', () => {
  expect(readOrCreateSecret(path, () => 'first')).toBe('first')
  expect(readOrCreateSecret(path, () => 'second')).toBe('first')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file left empty by an interrupted start is recreated', () => {
  writeFileSync(path, '')
  expect(readOrCreateSecret(path, () => 'made')).toBe('made')
})

test('a failed creation leaves no file that the next start would use', () => {
  const fail = () => {
    throw new Error('no secret')
  }
  expect(() => readOrCreateSecret(path, fail)).toThrow('no secret')
  expect(existsSync(path)).toBe(false)
})
