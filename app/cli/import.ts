import { configOfProcess } from '#platform/server/config.ts'
import { archiveNamed, readArguments } from './arguments.ts'
import { connected } from './connected.ts'
import { importAll } from './import-all.ts'
import { listImports, purge } from './import-list.ts'
import { exitCode, type Streams, UsageError } from './output.ts'
import { onStopSignal } from './stop-signal.ts'

const name = 'import'
const usage = 'npm run import -- FILE... | --list | --purge ID'
const help = `usage: ${usage}

Imports archives of Reddit posts and comments: JSON lines from Pushshift, from Arctic Shift, or in Earshot's own format,
plain, .gz, or .zst. If an import is interrupted, run the same command again to resume.
If the server is running, it looks for leads in the new posts. Otherwise, this command does.
Broken lines are skipped and written to a report.

  --again      reads archives again that were already imported
  --list       lists all imports with their ids
  --purge ID   deletes an import; saved and decided leads are kept
`

/**
 * Imports archives (DESIGN 7). Resolves to the exit code: 0, 2 for invalid usage, 130 after Ctrl-C, 1 for other errors,
 * including an archive that could not be read completely.
 */
export async function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  let stopped = 0
  const failed = await exitCode(name, streams, async () => {
    const wanted = readWanted(argv)
    const say = (line: string) => void streams.stdout.write(`${line}\n`)
    if (wanted.help) return void streams.stdout.write(help)
    if (wanted.list) return connected({ name, config: readConfig() }, ({ ctx }) => listImports(ctx, say))
    const { purge: id } = wanted
    if (id !== undefined) return connected({ name, config: readConfig() }, ({ ctx }) => purge(ctx, id, say))
    // All files are opened before the import begins, so that a wrong name leaves nothing half done.
    for (const file of wanted.files) archiveNamed(file)
    const stop = new AbortController()
    const stopListening = onStopSignal((code) => {
      stopped = code
      stop.abort()
    })
    await connected({ name, config: readConfig(), stop: stop.signal }, async (open) => {
      const allRead = await importAll({ ...open, again: wanted.again ?? false, streams }, wanted.files)
      if (!allRead && !stop.signal.aborted) throw new Error('some files were not imported completely. See above')
    }).finally(stopListening)
  })
  return failed || stopped
}

const options = {
  again: { type: 'boolean' },
  list: { type: 'boolean' },
  purge: { type: 'string' },
} as const

function readWanted(argv: readonly string[]) {
  const { values, files } = readArguments(argv, options, usage)
  const ways = [values.help, values.list, values.purge !== undefined, files.length > 0].filter(Boolean).length
  if (ways === 0) throw new UsageError(`enter at least one file\nusage: ${usage}`)
  if (ways > 1 || (values.again && files.length === 0))
    throw new UsageError(`use either files, --list, or --purge\nusage: ${usage}`)
  return { ...values, files }
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
