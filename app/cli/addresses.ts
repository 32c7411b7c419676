import { readCaptured, readGuideMails } from '#features/operations/server/capture/captured-emails.ts'
import { configOfProcess } from '#platform/server/config.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOptions } from './arguments.ts'
import { connected } from './connected.ts'
import { exitCode, JsonLines, type Streams } from './output.ts'
import { figure } from './progress.ts'

const usage = 'npm run -s addresses'
const help = `usage: ${usage}

Lists the email addresses that asked for the free guide as JSON lines, oldest first, with the page each came from and
whether the guide was sent. Unsubscribed addresses are deleted and only counted. The server can be running or stopped.
`

const options = { help: { type: 'boolean', short: 'h' } } as const

/** Prints who requested the guide (SPEC 3). Resolves to the exit code. */
export function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  return exitCode('addresses', streams, async () => {
    if (readOptions(argv, options, usage).help) return void streams.stdout.write(help)
    await connected({ name: 'addresses', config: readConfig() }, ({ ctx }) => printAddresses(ctx, streams))
  })
}

/** Writes each address as a JSON line, so that no spreadsheet or terminal interprets user input. */
export async function printAddresses(ctx: Ctx, { stdout, stderr }: Streams): Promise<void> {
  const lines = new JsonLines(stdout)
  const { kept, gone } = await transaction(ctx, readCaptured)
  const mails = await transaction(actingAs(ctx, { kind: 'job', name: 'addresses' }), readGuideMails)
  for (const { id, email, source, origin, createdAt } of kept) {
    const { state = null, finishedAt = null } = mails.get(id) ?? {}
    const full = lines.add({ email, source, origin, askedAt: createdAt, guide: state, guideAt: finishedAt })
    if (full) await lines.flush()
  }
  await lines.flush()
  stderr.write(`${figure(kept.length)} stored, ${figure(gone)} unsubscribed and deleted. ${consent}\n`)
}

/** A reminder of what these people consented to. */
const consent =
  'They asked only for the guide, and the addresses are not verified. Ask for consent before you send other emails.'

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
