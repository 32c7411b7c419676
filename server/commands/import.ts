import { parseArgs } from 'node:util'
import type { PgBoss } from 'pg-boss'
import { loadEnvFile, readConfig } from '../config.ts'
import { openContext } from '../context.ts'
import type { Ctx } from '../ctx.ts'
import { databaseAddress, workerIsRunning } from '../db/address.ts'
import { migrate } from '../db/migrate.ts'
import type { Archive } from '../sources/archive.ts'
import { archiveNamed } from './arguments.ts'
import { importAll } from './import-all.ts'
import { exitCode, type Streams, UsageError } from './output.ts'

const usage = 'npm run import -- FILE...'
const help = `usage: ${usage}

Brings archives of Reddit posts in: one JSON object a line, plain or gzipped. Running it again changes nothing.
While the server runs, it finds the leads among them; alone, this command does that too.
A line that is no post is counted, quoted in a report and left out.
`

/** Brings archives in (DESIGN 7). Resolves to the exit code: 0, 2 for wrong use, 130 after Ctrl-C, 1 for anything else. */
export async function run(argv: readonly string[], streams: Streams = process): Promise<number> {
  let stopped = 0
  const failed = await exitCode('import', streams, async () => {
    const files = readFiles(argv)
    if (files === null) return void streams.stdout.write(help)
    // All are opened before anything begins, so that a wrong name leaves nothing half done.
    const archives = files.map((file): [string, Archive] => [file, archiveNamed(file)])
    const stop = new AbortController()
    onStopSignal((code) => {
      stopped = code
      stop.abort()
    })
    await connected((open) => importAll({ ...open, streams, stop: stop.signal }, archives))
  })
  return failed || stopped
}

/** Signals that end an import after the batch under way, with the exit codes that shells expect. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Ctrl-C may come twice, from the terminal and from whoever started us, and means the same each time. */
function onStopSignal(stop: (exitCode: number) => void): void {
  for (const [signal, code] of Object.entries(signalCodes)) process.on(signal, () => stop(code))
}

/** The files named; null where help is asked for. */
function readFiles(argv: readonly string[]): string[] | null {
  let parsed: { values: { help?: boolean | undefined }; positionals: string[] }
  try {
    parsed = parseArgs({ args: [...argv], options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message.split('. ')[0] : error}\nusage: ${usage}`)
  }
  if (parsed.values.help) return null
  if (parsed.positionals.length === 0) throw new UsageError(`no file is named\nusage: ${usage}`)
  return parsed.positionals
}

interface Connection {
  ctx: Ctx
  boss: PgBoss
  dataDir: string
  /** No worker is there to do the rest. */
  alone: boolean
}

/** Attaches to the database of a running server, or starts the embedded one for the time being. */
async function connected(work: (open: Connection) => Promise<void>): Promise<void> {
  loadEnvFile()
  const config = readConfig()
  const database = await databaseAddress(config)
  try {
    await migrate(database.url)
    const alone = !(await workerIsRunning(database.url))
    const { ctx, boss, close } = await openContext(config, database.url, 'import')
    try {
      await work({ ctx, boss, dataDir: config.dataDir, alone })
    } finally {
      await close()
    }
  } finally {
    await database.embedded?.release()
  }
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
