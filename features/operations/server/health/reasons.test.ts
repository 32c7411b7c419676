import { expect, test } from 'vitest'
import { reasonOf } from './reasons.ts'

test.each([
  ['57P01', "The database couldn't be reached"],
  ['08006', "The database couldn't be reached"],
  ['ECONNREFUSED', "The database couldn't be reached"],
  ['CONNECT_TIMEOUT', "The database couldn't be reached"],
  ['CONNECTION_LOST', "The database couldn't be reached"],
  ['53100', 'The disk is full'],
  ['ENOSPC', 'The disk is full'],
  ['53300', 'The database ran out of connections'],
  ['53200', 'The database ran out of memory'],
  ['40P01', 'The database was busy with the same rows'],
  ['57014', 'The database query timed out'],
  ['42P01', 'The database does not match this version of Earshot'],
  ['42501', 'The database user lacks a permission'],
  ['23505', 'The new data conflicts with existing data'],
  ['ENOENT', "A file couldn't be read"],
  ['XX000', 'Internal error (XX000). See the server log for details.'],
])('code %s: %s', (code, reason) => {
  expect(reasonOf({ error: 'error', code })).toBe(reason)
})

test.each([
  ['job timed out', 'The job timed out'],
  ['job heartbeat timeout', 'The worker process stopped repeatedly'],
  ['TypeError', 'Internal error (TypeError). See the server log for details.'],
  [null, 'Internal error (unknown). See the server log for details.'],
])('without a code, %s: %s', (error, reason) => {
  expect(reasonOf({ error, code: null })).toBe(reason)
})
