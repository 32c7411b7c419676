import { describe, expect, test } from 'vitest'
import { run as runBackup } from '../backup.ts'
import { CapturedOutput } from '../captured-output.ts'
import { run as runRestore } from '../restore.ts'

describe.each([
  ['backup', runBackup],
  ['restore', runRestore],
] as const)('%s', (name, run) => {
  test.each([
    ['no file', []],
    ['two files', ['a', 'b']],
    ['an unknown option', ['a', '--zip']],
  ])('rejects %s and prints the usage', async (_, args) => {
    const streams = new CapturedOutput()
    expect(await run(args, streams)).toBe(2)
    expect(streams.errors()).toMatch(new RegExp(`^${name}: .*\nusage: npm run ${name} -- FILE`))
  })

  test('--help prints the usage', async () => {
    const streams = new CapturedOutput()
    expect(await run(['--help'], streams)).toBe(0)
    expect(streams.stdout.text).toContain(`usage: npm run ${name} -- FILE`)
  })
})
