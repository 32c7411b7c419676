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

Brings archives of Reddit posts and comments in: one JSON object a line, our own or those of Pushshift and Arctic Shift;
plain, .gz or .zst. Running it again after an end of any kind goes on where it was.
While the server runs, it finds the leads among them; alone, this command does that too.
A line that is no item is counted, quoted in a report and left out.

  --again      read archives again that were read to their end before
  --list       what was brought in, each with its id
  --purge ID   take that away again, but for what people decided on or saved
`

/**
 * Brings archives in (DESIGN 7). Resolves to the exit code: 0, 2 for wrong use, 130 after Ctrl-C, 1 for anything else:
 * an archive that could not be read to its end, too.
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
    // All are opened before anything begins, so that a wrong name leaves nothing half done.
    for (const file of wanted.files) archiveNamed(file)
    const stop = new AbortController()
    const stopListening = onStopSignal((code) => {
      stopped = code
      stop.abort()
    })
    await connected({ name, config: readConfig(), stop: stop.signal }, async (open) => {
      const allRead = await importAll({ ...open, again: wanted.again ?? false, streams }, wanted.files)
      if (!allRead && !stop.signal.aborted) throw new Error('not everything could be brought in; see above')
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
  if (ways === 0) throw new UsageError(`no file is named\nusage: ${usage}`)
  if (ways > 1 || (values.again && files.length === 0)) throw new UsageError(`one thing at a time\nusage: ${usage}`)
  return { ...values, files }
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
