import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { storeKeys } from './keys.ts'

const old = 'o'.repeat(32)
const older = 'p'.repeat(32)
const own = 's'.repeat(32)

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const configOf = (environment = {}) => readConfig({ DATA_DIR: dataDir, ...environment })

test('restored keys take effect if the program manages its own keys', () => {
  const message = storeKeys(configOf(), [old, older])
  expect(configOf().secrets).toEqual([old, older])
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(message).toBe(`The keys of the backup are in ${join(dataDir, 'secret')}: users stay signed in`)
})

test('restored keys are saved next to SECRET if it is set, and never shown', () => {
  const message = storeKeys(configOf({ SECRET: own }), [old])
  expect(readFileSync(join(dataDir, 'secret-of-backup'), 'utf8')).toBe(old)
  expect(message).toContain('Append the content of')
  expect(message).not.toContain(old)
})

test('nothing is written if the keys are already in use', () => {
  const message = storeKeys(configOf({ SECRET: `${own},${old}` }), [old])
  expect(message).toBe('The keys are already in use: users stay signed in')
  expect(readdirSync(dataDir)).toEqual([])
})
