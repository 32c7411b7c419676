import { readFeedback } from '#features/operations/server/feedback/feedback.ts'
import { configOfProcess } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOptions } from './arguments.ts'
import { connected } from './connected.ts'
import { exitCode, JsonLines, type Streams } from './output.ts'

const usage = 'npm run -s feedback'
const help = `usage: ${usage}

Lists feedback from the app as JSON lines, oldest first. The server can be running or stopped.
`

const options = { help: { type: 'boolean', short: 'h' } } as const

/** Prints the feedback of users (DECISIONS 28). Resolves to the exit code. */
export function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  return exitCode('feedback', streams, async () => {
    if (readOptions(argv, options, usage).help) return void streams.stdout.write(help)
    await connected({ name: 'feedback', config: readConfig() }, ({ ctx }) =>
      printFeedback(ctx, new JsonLines(streams.stdout)),
    )
  })
}

/** Writes each feedback as a JSON line, so that user input can't control the terminal. */
export async function printFeedback(ctx: Ctx, lines: JsonLines): Promise<void> {
  for (const entry of await transaction(ctx, readFeedback)) if (lines.add(entry)) await lines.flush()
  await lines.flush()
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
