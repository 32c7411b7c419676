import { storeKeys } from '#platform/server/backup/keys.ts'
import { type Backup, openBackup } from '#platform/server/backup/reading.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import { type Config, configOfProcess } from '#platform/server/config.ts'
import { withDatabase } from '#platform/server/database/address.ts'
import { readMigrations } from '#platform/server/database/migrate.ts'
import { onlyFile, readArguments } from './arguments.ts'
import type { Streams } from './output.ts'
import { passphraseIn } from './passphrase.ts'
import { count, duration, ProgressDisplay } from './progress.ts'
import { stoppableCommand } from './stop-signal.ts'

const usage = 'npm run restore -- FILE [--passphrase-file FILE] [--leave-out TABLE]...'
const help = `usage: ${usage}

Restores a backup into an empty database: the one at DATABASE_URL, or the embedded one. Stop the server first.
Backups from older versions are migrated. If a restore fails, the database stays empty.

  --passphrase-file  the file with the passphrase of an encrypted backup
  --leave-out        skips a table of the backup, such as public.notes
`
const options = { 'passphrase-file': { type: 'string' }, 'leave-out': { type: 'string', multiple: true } } as const

/**
 * Restores a backup (DESIGN 7). Resolves to the exit code: 0, 2 for invalid usage, 130 after Ctrl-C, 1 for other
 * errors.
 */
export async function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  const reason = 'Stopped. Nothing was restored. Run the same command again'
  return stoppableCommand('restore', streams, reason, async (stop) => {
    const { values, files } = readArguments(argv, options, usage)
    if (values.help) return void streams.stdout.write(help)
    const config = readConfig()
    const backup = await openBackup(onlyFile(files, usage), passphraseIn(values['passphrase-file']))
    try {
      await restore(config, backup, values['leave-out'] ?? [], streams, stop)
    } finally {
      await backup.close()
    }
  })
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
  let keys = 'The backup has no keys: users have to sign in again, unless the secret is the same as before'
  const { program, createdAt } = backup.header
  say(`${backup.path}: created at ${createdAt} with version ${program}`)
  try {
    const { tables, rows } = await withDatabase(config, (url) =>
      restoreBackup({
        url,
        backup,
        migrations: readMigrations(),
        leaveOut,
        onChecked: (share) => display.note(`Checking the file: ${Math.floor(100 * share)} %`),
        onLoaded: (items, share) => display.show({ label: 'Restoring', items, unit: 'row', share, seconds: seconds() }),
        onKeys: (secrets) => {
          keys = storeKeys(config, secrets)
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
