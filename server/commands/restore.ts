import { parseArgs } from 'node:util'
import { keepKeys } from '../backup/keys.ts'
import { type Backup, openBackup } from '../backup/reading.ts'
import { restoreBackup } from '../backup/restore.ts'
import { type Config, loadEnvFile, readConfig } from '../config.ts'
import { withDatabase } from '../db/address.ts'
import { exitCode, type Streams, UsageError } from './output.ts'
import { count, duration, ProgressDisplay } from './progress.ts'
import { onStopSignal } from './stop-signal.ts'

const usage = 'npm run restore -- FILE [--leave-out TABLE]...'
const help = `usage: ${usage}

Fills an empty database with a backup made by npm run backup: the embedded one, or that of DATABASE_URL. The server
has to be stopped. A backup of an older version is brought to this one. Where it fails, nothing is restored.
  --leave-out  a table of the backup, such as public.notes, that is not to be restored
`

/** Restores a backup (DESIGN 7). Resolves to the exit code: 0, 2 for wrong use, 130 after Ctrl-C, 1 for the rest. */
export async function run(argv: readonly string[], streams: Streams = process): Promise<number> {
  const stop = new AbortController()
  let stopped = 0
  const failed = await exitCode('restore', streams, async () => {
    const wanted = readArguments(argv)
    if (wanted === null) return void streams.stdout.write(help)
    onStopSignal((code) => {
      stopped = code
      stop.abort(new Error('Stopped. Nothing was restored; run the same command again'))
    })
    loadEnvFile()
    const config = readConfig()
    const backup = await openBackup(wanted.file)
    try {
      await restore(config, backup, wanted.leaveOut, streams, stop.signal)
    } finally {
      await backup.close()
    }
  })
  return failed === 0 ? 0 : stopped || failed
}

interface Arguments {
  file: string
  leaveOut: string[]
}

/** Null where help is asked for. */
function readArguments(argv: readonly string[]): Arguments | null {
  const { values, positionals } = parsed(argv)
  if (values.help) return null
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError(`one file has to be named\nusage: ${usage}`)
  return { file, leaveOut: values['leave-out'] ?? [] }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { help: { type: 'boolean', short: 'h' }, 'leave-out': { type: 'string', multiple: true } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message.split('. ')[0] : error}\nusage: ${usage}`)
  }
}

async function restore(
  config: Config,
  backup: Backup,
  leaveOut: string[],
  streams: Streams,
  stop: AbortSignal,
): Promise<void> {
  const say = (line: string) => void streams.stdout.write(`${line}\n`)
  const display = new ProgressDisplay(streams.stderr, () => new Date())
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  let keys = 'The backup holds no keys: unless the secret is the same as before, people sign in again'
  const { program, createdAt } = backup.header
  say(`${backup.path}: made at ${createdAt} by version ${program}`)
  try {
    const { tables, rows } = await withDatabase(config, (url) =>
      restoreBackup({
        url,
        backup,
        leaveOut,
        onChecked: (share) => display.note(`Checking the file: ${Math.floor(100 * share)} %`),
        onLoaded: (items, share) => display.show({ label: 'Restoring', items, unit: 'row', share, seconds: seconds() }),
        onKeys: (secrets) => {
          keys = keepKeys(config, secrets)
        },
        stop,
      }),
    )
    display.end()
    say(`Restored ${count(rows, 'row')} of ${count(tables, 'table')} in ${duration(seconds())}`)
    say(keys)
  } finally {
    display.end()
  }
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
