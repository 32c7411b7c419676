import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { freePort } from '../../tests/program.ts'
import { Programs } from '../../tests/programs.ts'

const programs = new Programs()
const bringIn = (...args: string[]) => programs.start('server/commands/import.ts', args, { LOG_LEVEL: 'warn' })

/** An archive of so many short posts. */
function archive(count: number): string {
  const path = join(programs.folder, 'posts.ndjson')
  writeFileSync(path, '')
  for (let from = 0; from < count; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, count - from) }, (_, i) =>
      JSON.stringify({ id: (from + i).toString(36), kind: 'post', subreddit: 'a', title: 'A post about nothing much' }),
    )
    appendFileSync(path, `${lines.join('\n')}\n`)
  }
  return path
}

/** What `--list` says of the imports. */
async function listed(): Promise<string> {
  const program = bringIn('--list')
  expect(await program.ended).toBe(0)
  return program.output()
}

test('stopped by Ctrl-C, then killed, it is brought to its end by another run, and nothing is twice', {
  timeout: 240_000,
}, async () => {
  const path = archive(20_000)
  const stopped = bringIn(path)
  await stopped.line(/ % · [\d,]+ items/)
  stopped.kill('SIGINT')
  stopped.kill('SIGINT')
  expect(await stopped.ended).toBe(130)
  expect(stopped.output()).toContain('Stopped.')

  const killed = bringIn(path)
  await killed.line(/ % · [\d,]+ items/)
  killed.kill('SIGKILL')
  expect(await killed.ended).toBeNull()

  const last = bringIn(path)
  expect(await last.ended).toBe(0)
  expect(last.output()).toContain('going on after line')
  expect(last.output()).toContain(' 0 already known')
  expect(last.output()).toContain('No project listens yet')
  expect(await listed()).toContain('  20,000 new, 0 known  ')

  const again = bringIn(path)
  expect(await again.ended).toBe(0)
  expect(again.output()).toContain('brought in before, with 20,000 items')
})

test('a damaged archive ends with 1', async () => {
  const path = join(programs.folder, 'cut.gz')
  const packed = gzipSync(readFileSync(archive(2000)))
  writeFileSync(path, packed.subarray(0, packed.length - 4))
  const program = bringIn(path)
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('2,000 new')
  expect(program.output()).toContain('could not be read to its end: the file ends too early')
})

test('what was brought in is taken away by its id', async () => {
  expect(await bringIn(archive(2000)).ended).toBe(0)
  const [id = ''] = (await listed()).split('  ')
  const program = bringIn('--purge', id)
  expect(await program.ended).toBe(0)
  expect(await listed()).toContain('Nothing has been brought in yet')
  const unknown = bringIn('--purge', id)
  expect(await unknown.ended).toBe(2)
  expect(unknown.output()).toContain('there is no import')
})

test('while the server runs it attaches to its database, and leaves it running', async () => {
  const port = await freePort()
  const server = programs.start('server/main.ts', [], { PORT: String(port), LOG_LEVEL: 'warn' })
  await server.line(/Earshot is at/)
  const program = bringIn(archive(1000))
  expect(await program.ended).toBe(0)
  expect(program.output()).toContain('1,000 new')
  expect(program.output()).toContain('The running server finds the leads among them')
  expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200)
})
