import { expect, test } from 'vitest'
import { causeIn, requireRoom } from './cluster.ts'

test('a first start on a small disk reports how much space PostgreSQL needs, in one line', () => {
  expect(() => requireRoom('/srv/data', 20 * 1024 ** 2)).toThrow(
    'the disk that holds /srv/data is full: PostgreSQL needs about 128 MB to start, and 20 MB are free. ' +
      'Free up space, or set DATA_DIR to a folder on another disk',
  )
  expect(() => requireRoom('/srv/data', 128 * 1024 ** 2)).not.toThrow()
})

const initdb = `creating subdirectories ... ok
initdb: error: could not write file "/proc/self/cwd/postgresql.conf": No space left on device
initdb: removing contents of data directory "/proc/self/cwd"
`
const log = `2026-11-20 12:00:00.000 UTC [7] LOG:  starting PostgreSQL 18
2026-11-20 12:00:01.000 UTC [7] FATAL:  could not write lock file "postmaster.pid": No space left on device
2026-11-20 12:00:02.000 UTC [7] LOG:  database system is shut down
`

test.each([
  ['initdb', initdb, 'could not write file "/proc/self/cwd/postgresql.conf": No space left on device'],
  ['the server', log, 'could not write lock file "postmaster.pid": No space left on device'],
  ['a process that printed nothing', '', undefined],
])('the cause is extracted from the output of %s', (_, output, cause) => {
  expect(causeIn(output)).toBe(cause)
})
