import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Programs } from '#tests/programs.ts'
import { dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { runInProcess } from '../captured-output.ts'
import { run } from '../import.ts'

const programs = new Programs('file')
let url: string
beforeAll(async () => {
  url = await newDatabase(inject('templateUrl'), true)
})
afterAll(() => dropDatabase(url))

const environment = () => ({
  DATA_DIR: programs.folder,
  DATABASE_URL: url,
  SECRET: 's'.repeat(40),
  LOG_LEVEL: 'warn',
})

/** Imports inside the test process. */
const importHere = (...args: string[]) => runInProcess(run, args, environment())
/** Imports in a separate process, which can be killed. */
const importThere = (...args: string[]) => programs.start('app/cli/import.ts', args, environment())

/** Creates an archive of `count` short posts. */
function archive(name: string, count: number): string {
  const path = join(programs.folder, name)
  const posts = Array.from({ length: count }, (_, i) =>
    JSON.stringify({ id: name + i.toString(36), kind: 'post', subreddit: 'a', title: 'A post about nothing much' }),
  )
  const lines = posts.join('\n')
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(lines).subarray(0, -4) : lines)
  return path
}

test('after Ctrl-C and a kill, another run completes the import without duplicates', {
  timeout: 110_000,
}, async () => {
  const path = archive('posts', 10_000)
  const stopped = importThere(path)
  await stopped.line(/ % · [\d,]+ items/)
  stopped.kill('SIGINT')
  stopped.kill('SIGINT')
  expect(await stopped.ended).toBe(130)
  expect(stopped.output()).toContain('Stopped.')

  const killed = importThere(path)
  await killed.line(/ % · [\d,]+ items/)
  killed.kill('SIGKILL')
  expect(await killed.ended).toBeNull()

  const { code, output } = await importHere(path)
  expect(code).toBe(0)
  expect(output).toContain('resuming after line')
  expect(output).toContain(' 0 already known')
  expect(output).toContain('No active projects')
  expect((await importHere('--list')).output).toContain('  10,000 new, 0 known  ')
})

test('a damaged archive exits with 1', async () => {
  const { code, output } = await importHere(archive('cut.gz', 200))
  expect(code).toBe(1)
  expect(output).toContain('200 new')
  expect(output).toContain("couldn't be read completely: the file ends too early")
})

test('an import is deleted by its id', async () => {
  await importHere(archive('gone', 100))
  const listed = async () => (await importHere('--list')).output
  const id = /^(\S+) .* gone$/m.exec(await listed())![1]!
  expect(await importHere('--purge', id)).toMatchObject({ code: 0 })
  expect(await listed()).not.toContain(id)
  const unknown = await importHere('--purge', id)
  expect(unknown).toEqual({ code: 2, output: expect.stringContaining('no import has the id') })
})
