import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Archive, openArchive } from '#features/matching/server/imports/archive.ts'
import { importArchive, type Tally } from '#features/matching/server/imports/import-archive.ts'
import {
  findSameArchive,
  type ImportRow,
  insertImport,
  writeImport,
} from '#features/matching/server/imports/imports.ts'
import { claimImport } from '#features/matching/server/imports/progress.ts'
import { runExclusively } from '#features/matching/server/imports/run-exclusively.ts'
import { fingerprintOf } from '#features/matching/server/sources/fingerprint.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { hasFreeSpace, reserveBytes, waitForFreeSpace } from '#platform/server/free-space.ts'
import type { BrokenLines } from './broken-lines.ts'
import { count, duration, figure, type ProgressDisplay, rate } from './progress.ts'

const reserveText = `${reserveBytes / 1024 ** 2} MB`

export interface FileOptions {
  /** True to read the file again although it was already read completely. */
  again: boolean
  display: ProgressDisplay
  broken: BrokenLines
  say: (line: string) => void
}

/**
 * Imports a file for all projects, or resumes where an earlier run ended, for any reason. Resolves to false if it could
 * not be read completely or another process is importing it.
 */
export async function importFile(ctx: Ctx, file: string, options: FileOptions): Promise<boolean> {
  const job = actingAs(ctx, { kind: 'job', name: 'import' })
  const fingerprint = fingerprintOf(file)
  const isRead = await runExclusively(job, fingerprint, async () => {
    const row = await rowOf(job, file, fingerprint, options.again)
    if (row.state === 'done') {
      options.say(
        `${basename(file)}: already imported, with ${count(row.itemsNew + row.itemsKnown, 'item')}. To read it again, add --again`,
      )
      return true
    }
    return read(job, file, row, options)
  })
  if (isRead === null) options.say(`${basename(file)}: another process is importing it`)
  return isRead ?? false
}

/** Returns the import of this file: an existing one or a new one. The caller holds the lock on the fingerprint. */
function rowOf(ctx: Ctx, file: string, fingerprint: string, again: boolean): Promise<ImportRow> {
  return transaction(ctx, async (tx) => {
    const same = await findSameArchive(tx, null, fingerprint)
    const name = basename(file)
    if (!same) {
      const bytesTotal = statSync(file).size
      return insertImport(ctx, tx, { origin: 'command', name, bytesTotal, fingerprint, state: 'stopped' })
    }
    if (!again) return same
    const initial = { linesDone: 0, bytesDone: 0, itemsKnown: 0, linesBroken: 0, brokenLines: [], finishedAt: null }
    return writeImport(ctx, tx, same, { ...initial, name, state: 'stopped', fault: null })
  })
}

async function read(ctx: Ctx, file: string, found: ImportRow, options: FileOptions): Promise<boolean> {
  const { display, broken, say } = options
  const name = basename(file)
  const row = await transaction(ctx, (tx) => claimImport(ctx, tx, found.id, ['stopped', 'running', 'failed']))
  if (!row) throw new Error(`${name} is being deleted`)
  if (row.linesDone > 0) say(`${name}: resuming after line ${figure(row.linesDone)}`)
  const startedAt = ctx.now().getTime()
  const seconds = () => (ctx.now().getTime() - startedAt) / 1000
  const archive = openArchive(file, { skipLines: row.linesDone })
  let tally: Tally = { inserted: 0, known: 0, broken: 0 }
  const ended = await importArchive(ctx, row, archive, {
    pause: async () => {
      if (!(await hasFreeSpace(ctx))) {
        display.end()
        say(`${name}: the disk is almost full. The import resumes once ${reserveText} are free; Ctrl-C stops it`)
        await waitForFreeSpace(ctx)
      }
      return ctx.stopping.aborted ? { state: 'stopped', fault: null } : null
    },
    onBroken: ({ line, reason, text }) => broken.add({ file, line, reason, text }),
    onProgress: (now) => {
      tally = now
      display.show({ label: name, items: itemsOf(tally), share: shareOf(archive), seconds: seconds() })
    },
  })
  display.end()
  say(summary(name, tally, seconds()))
  if (ended.end === 'failed')
    say(`${name}: couldn't be read completely: ${ended.fault}. Posts before that point are imported`)
  if (ended.end === 'taken') say(`${name}: another process has resumed or is deleting it`)
  return ended.end === 'done' || ended.end === 'paused'
}

function itemsOf({ inserted, known }: Tally): number {
  return inserted + known
}

function shareOf(archive: Archive): number {
  return archive.totalBytes === 0 ? 1 : archive.bytesRead() / archive.totalBytes
}

function summary(name: string, tally: Tally, seconds: number): string {
  const items = itemsOf(tally)
  const parts = [count(tally.inserted, 'new', 'new'), count(tally.known, 'already known', 'already known')]
  if (tally.broken > 0) parts.push(count(tally.broken, 'broken', 'broken'))
  return `${name}: ${count(items, 'item')} in ${duration(seconds)} (${rate(items, seconds)}): ${parts.join(', ')}`
}
