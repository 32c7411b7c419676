import { expect, test } from 'vitest'
import { run as runAddresses } from '../addresses.ts'
import { CapturedStream } from '../captured-output.ts'
import { run as runConfirm } from '../confirm.ts'
import { run as runFeedback } from '../feedback.ts'
import { run as runTwoFactorOff } from '../two-factor-off.ts'
import { run as runVisits } from '../visits.ts'

async function say(
  run: typeof runVisits,
  ...argv: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdout, stderr] = [new CapturedStream(), new CapturedStream()]
  const code = await run(argv, { stdout, stderr })
  return { code, stdout: stdout.text, stderr: stderr.text }
}

test.each([
  ['visits', runVisits, 'usage: npm run -s visits -- [--days N]\n'],
  ['feedback', runFeedback, 'usage: npm run -s feedback\n'],
  ['addresses', runAddresses, 'usage: npm run -s addresses\n'],
  ['confirm', runConfirm, 'usage: npm run -s confirm -- EMAIL\n'],
  ['two-factor-off', runTwoFactorOff, 'usage: npm run -s two-factor-off -- EMAIL\n'],
])('%s prints its usage and rejects unknown options', async (name, run, usage) => {
  expect(await say(run, '--help')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(usage) })
  const wrong = await say(run, '--year')
  expect([wrong.code, wrong.stderr.startsWith(`${name}: `)]).toEqual([2, true])
  expect(wrong.stderr).toContain(usage)
})

test.each(['0', '731', '-1', 'ten', '1.5'])('visits rejects %s as a number of days', async (days) => {
  expect(await say(runVisits, `--days=${days}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--days must be a number from 1 to 730'),
  })
})

test.each([[], ['ann'], ['ann@example.com', 'bob@example.com'], ['ann@example.com\u001b[2J']])(
  'confirm takes one email address, not %j',
  async (...args) => {
    expect(await say(runConfirm, ...args)).toMatchObject({
      code: 2,
      stderr: 'confirm: enter one email address\nusage: npm run -s confirm -- EMAIL\n',
    })
  },
)
