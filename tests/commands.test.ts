import { expect, test } from 'vitest'
import { run } from './program.ts'

/** Commands for the installation. Most of their tests run inside the test process, which is faster. */
const commands = ['import', 'backup', 'restore', 'visits', 'feedback', 'addresses', 'confirm', 'two-factor-off']

test('each command runs as a separate program and shows its usage', async () => {
  const programs = commands.map((name) => ({ name, program: run(`app/cli/${name}.ts`, ['--help'], {}) }))
  for (const { name, program } of programs) {
    expect([name, await program.ended]).toEqual([name, 0])
    expect(program.output()).toMatch(new RegExp(`^usage: npm run (-s )?${name}\\b`))
  }
}, 60_000)
