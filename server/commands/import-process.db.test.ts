import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, type Program, run } from '../../tests/program.ts'

let dataDir: string
let started: Program[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-import-'))
  started = []
})
afterEach(async () => {
  for (const program of started) program.kill('SIGTERM')
  await Promise.all(started.map((program) => program.ended))
  rmSync(dataDir, { recursive: true, force: true })
})

function start(script: string, args: string[], environment: Record<string, string> = {}): Program {
  const program = run(script, args, { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment })
  started.push(program)
  return program
}

const bringIn = (path: string) => start('server/commands/import.ts', [path])

/** An archive of so many short posts. */
function archive(count: number): string {
  const path = join(dataDir, 'posts.ndjson')
  writeFileSync(path, '')
  for (let from = 0; from < count; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, count - from) }, (_, i) =>
      JSON.stringify({ id: (from + i).toString(36), kind: 'post', subreddit: 'a', title: 'A post about nothing much' }),
    )
    appendFileSync(path, `${lines.join('\n')}\n`)
  }
  return path
}

/** How many of an import were new, from what it printed. */
function newOf(program: Program): number {
  const [, figure] = /: ([\d,]+) new/.exec(program.output()) ?? []
  return Number(figure?.replaceAll(',', ''))
}

test('stopped by Ctrl-C, then killed, it is brought to its end by another run', async () => {
  const items = 50_000
  const path = archive(items)
  const stopped = bringIn(path)
  await stopped.line(/ % · [\d,]+ items/)
  stopped.kill('SIGINT')
  stopped.kill('SIGINT')
  expect(await stopped.ended).toBe(130)
  expect(stopped.output()).toContain('Stopped.')
  expect(newOf(stopped)).toBeGreaterThan(0)

  const killed = bringIn(path)
  await killed.line(/ % · [\d,]+ items/)
  killed.kill('SIGKILL')
  expect(await killed.ended).toBeNull()

  const last = bringIn(path)
  expect(await last.ended).toBe(0)
  // Whatever the first two brought in is known now; how much that was is the machine's business.
  expect(last.output()).toContain('50,000 items')
  expect(newOf(stopped) + newOf(last)).toBeLessThanOrEqual(items)
  expect(last.output()).toContain('No project listens yet')
})

test('while the server runs it attaches to its database, and leaves it running', async () => {
  const port = await freePort()
  const server = start('server/main.ts', [], { PORT: String(port) })
  await server.line(/Earshot is at/)
  const program = bringIn(archive(1000))
  expect(await program.ended).toBe(0)
  expect(program.output()).toContain('1,000 new')
  expect(program.output()).toContain('The running server finds the leads among them')
  expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200)
})
