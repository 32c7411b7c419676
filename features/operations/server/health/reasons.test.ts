import { expect, test } from 'vitest'
import { reasonOf } from './reasons.ts'

test.each([
  ['57P01', 'The database could not be reached'],
  ['08006', 'The database could not be reached'],
  ['ECONNREFUSED', 'The database could not be reached'],
  ['CONNECT_TIMEOUT', 'The database could not be reached'],
  ['CONNECTION_LOST', 'The database could not be reached'],
  ['53100', 'The disk is full'],
  ['ENOSPC', 'The disk is full'],
  ['53300', 'The database had no connection to spare'],
  ['53200', 'The database was out of memory'],
  ['40P01', 'The database was too busy: others held on to the same rows'],
  ['57014', 'The database took too long and was stopped'],
  ['42P01', 'The database and this version of the program do not fit together'],
  ['42501', 'The database user lacks a right'],
  ['23505', 'What was to be written contradicts what is there'],
  ['ENOENT', 'A file could not be read'],
  ['XX000', 'A fault of the program (XX000); the log says where'],
])('code %s: %s', (code, reason) => {
  expect(reasonOf({ error: 'error', code })).toBe(reason)
})

test.each([
  ['job timed out', 'It took too long'],
  ['job heartbeat timeout', 'The process that worked on it ended again and again'],
  ['TypeError', 'A fault of the program (TypeError); the log says where'],
  [null, 'A fault of the program (unknown); the log says where'],
])('without a code, %s: %s', (error, reason) => {
  expect(reasonOf({ error, code: null })).toBe(reason)
})
