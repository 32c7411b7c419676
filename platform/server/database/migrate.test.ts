import { expect, test } from 'vitest'
import { connect, serverFault } from './migrate.ts'

test.each([
  [90_624, '9.6.24', 'the database server is PostgreSQL 9.6.24; Earshot needs 15 or newer'],
  [140_011, '14.11', 'the database server is PostgreSQL 14.11; Earshot needs 15 or newer'],
  [150_000, '15.0', null],
  [150_018, '15.18 (Debian 15.18-0+deb12u1)', null],
  [180_004, '18.4', null],
])('a server with version number %i is accepted or refused', (number, version, fault) => {
  expect(serverFault(number, version)).toBe(fault)
})

test.each([
  ['postgres://ann:hush@127.0.0.1:1/leads', "can't connect to the database at 127.0.0.1:1/leads"],
  ['postgres://127.0.0.1:1/hush@db.example/leads', "can't connect to the database at DATABASE_URL"],
  ['postgres://ann:hu@sh@127.0.0.1:1/leads', "can't connect to the database at DATABASE_URL"],
])('an unreachable address is reported without its password, even an unencoded one: %s', async (url, message) => {
  const refusal = connect(url).catch((error: Error) => error.message)
  expect(await refusal).toContain(message)
  expect(await refusal).not.toMatch(/hu@?sh/)
})
