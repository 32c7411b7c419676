import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CapturedStream } from '../captured-output.ts'
import { run } from '../import.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-usage-'))
  writeFileSync(join(folder, 'good.ndjson'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function say(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdout = new CapturedStream()
  const stderr = new CapturedStream()
  const code = await run(argv, { stdout, stderr })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

test.each(['--help', '-h'])('%s prints the usage', async (option) => {
  const { code, stdout, stderr } = await say(option)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('usage: npm run import -- FILE... | --list | --purge ID\n')
})

const usage = 'usage: npm run import -- FILE... | --list | --purge ID\n'

test('rejects a call without files', async () => {
  expect(await say()).toEqual({
    code: 2,
    stdout: '',
    stderr: `import: enter at least one file\n${usage}`,
  })
})

test.each([
  ['--list with a file', ['--list', 'a.ndjson'], 'use either files, --list, or --purge'],
  ['--purge with --list', ['--purge', 'x', '--list'], 'use either files, --list, or --purge'],
  ['--purge without an import', ['--purge'], "Option '--purge <value>' argument missing"],
  ['--again without a file', ['--again'], 'enter at least one file'],
])('rejects %s', async (_, argv, reason) => {
  expect(await say(...argv)).toEqual({ code: 2, stdout: '', stderr: `import: ${reason}\n${usage}` })
})

test('rejects an unknown option', async () => {
  const { code, stderr } = await say('--fast', join(folder, 'good.ndjson'))
  expect(code).toBe(2)
  expect(stderr).toMatch(/^import: Unknown option '--fast'\nusage: /)
})

test.each([
  ['a missing file', 'none.ndjson', 'no such file'],
  ['a folder', '.', 'it is not a file'],
])('%s stops the command before it imports any other file', async (_, name, reason) => {
  const path = join(folder, name)
  expect(await say(join(folder, 'good.ndjson'), path)).toEqual({
    code: 2,
    stdout: '',
    stderr: `import: can't read ${path}: ${reason}\n`,
  })
})
