import { beginDraft } from '#platform/server/backup/draft.ts'
import { openSession } from '#platform/server/backup/session.ts'
import { writeBackup } from '#platform/server/backup/write.ts'
import { type Config, configOfProcess } from '#platform/server/config.ts'
import { withDatabase } from '#platform/server/database/address.ts'
import { onlyFile, readArguments } from './arguments.ts'
import type { Streams } from './output.ts'
import { passphraseIn } from './passphrase.ts'
import { count, duration, ProgressDisplay, size } from './progress.ts'
import { stoppableCommand } from './stop-signal.ts'

const usage = 'npm run backup -- FILE [--with-keys] [--passphrase-file FILE] [--force]'
const help = `usage: ${usage}

Backs up the database to one file, for npm run restore. The server can keep running.

  --with-keys        includes the secret that signs sessions; without it, users sign in again after a restore elsewhere
  --passphrase-file  encrypts the backup with the passphrase in this file; a restore needs it
  --force            replaces FILE if it exists
`
const options = {
  'with-keys': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  force: { type: 'boolean' },
} as const

/**
 * Backs up the database (DESIGN 7). Resolves to the exit code: 0, 2 for invalid usage, 130 after Ctrl-C, 1 for other
 * errors.
 */
export async function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  return stoppableCommand('backup', streams, 'Stopped. No backup was written', async (stop) => {
    const { values, files } = readArguments(argv, options, usage)
    if (values.help) return void streams.stdout.write(help)
    const { 'with-keys': withKeys = false, force = false } = values
    const file = onlyFile(files, usage)
    const passphrase = passphraseIn(values['passphrase-file'])
    await backUp(readConfig(), file, { withKeys, force, passphrase }, streams, stop)
  })
}

/** Connects to the database of a running server, or starts the embedded one until the end. */
async function backUp(
  config: Config,
  file: string,
  { withKeys, force, passphrase }: { withKeys: boolean; force: boolean; passphrase: string | null },
  streams: Streams,
  stop: AbortSignal,
): Promise<void> {
  const draft = await beginDraft(file, { force, passphrase })
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const display = new ProgressDisplay(streams.stderr, () => new Date())
  const onProgress = (items: number, share: number) =>
    display.show({ label: 'Backing up', items, unit: 'row', share, seconds: seconds() })
  try {
    const { tables, rows } = await withDatabase(config, async (url) => {
      const client = await openSession(url, 'earshot backup')
      try {
        const secrets = withKeys ? config.secrets : null
        return await writeBackup({ client, draft, program: config.version, secrets, onProgress, stop })
      } finally {
        await client.end()
      }
    })
    stop.throwIfAborted()
    await draft.finish()
    display.end()
    const what = `${count(rows, 'row')} of ${count(tables, 'table')}`
    streams.stdout.write(`${file}: ${what}, ${size(draft.bytes())}, in ${duration(seconds())}\n`)
    if (passphrase !== null)
      streams.stdout.write('Encrypted: only the passphrase can restore it, so keep a copy elsewhere\n')
    streams.stdout.write(`${keysLine(withKeys, passphrase !== null)}\n`)
  } catch (error) {
    display.end()
    await draft.discard()
    throw error
  }
}

function keysLine(withKeys: boolean, isEncrypted: boolean): string {
  if (withKeys && isEncrypted)
    return 'The keys are included: anyone with this file and its passphrase can sign in as any user'
  return withKeys
    ? 'The keys are included: anyone with this file can sign in as any user. Protect it like a password'
    : 'The keys are not included: after a restore elsewhere, users have to sign in again (--with-keys includes them)'
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
