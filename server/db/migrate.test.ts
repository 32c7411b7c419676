import { expect, test } from 'vitest'
import { serverFault } from './migrate.ts'

test.each([
  [90_624, '9.6.24', 'the database server is PostgreSQL 9.6.24; Earshot needs 15 or newer'],
  [140_011, '14.11', 'the database server is PostgreSQL 14.11; Earshot needs 15 or newer'],
  [150_000, '15.0', null],
  [150_018, '15.18 (Debian 15.18-0+deb12u1)', null],
  [180_004, '18.4', null],
])('a server of version number %i', (number, version, fault) => {
  expect(serverFault(number, version)).toBe(fault)
})
