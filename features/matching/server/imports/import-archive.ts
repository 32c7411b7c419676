import type { SourceRecord } from '#engine/records/record.ts'
import { announce } from '#platform/server/announce.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { BrokenLine } from '../../contract.ts'
import type { Archive, ArchiveLine } from './archive.ts'
import { type SavedItems, saveImported } from './imported.ts'
import type { ImportRow } from './imports.ts'
import {
  type Advance,
  advanceImport,
  brokenLinesKept,
  endRun,
  ImportClaimLost,
  type ImportPosition,
} from './progress.ts'

/** How many lines this run inserted, already knew, or could not parse. */
export interface Tally {
  inserted: number
  known: number
  broken: number
}

/** How a run ended. `taken`: a user stopped or purged the import, or another process took it over. */
export type RunEnd = { end: 'done' } | { end: 'failed'; fault: string } | { end: 'paused' } | { end: 'taken' }

/** The state of a paused import and why; a retry is queued in the same transaction. */
interface Pause {
  state: 'waiting' | 'stopped'
  fault: string | null
  /** For `waiting`: the delay before the next try. */
  afterSeconds?: number
}

export interface ImportOptions {
  /** Called after each batch; a returned pause ends this run, and another continues. */
  pause: () => Pause | null | Promise<Pause | null>
  onProgress?: (tally: Tally) => void
  onBroken?: (line: BrokenLine) => void
}

const itemsAtOnce = 500
/** Limits a batch of long items, so that memory stays constant for any archive. */
const charsAtOnce = 4_000_000
const announcedMs = 1000
/** After this many chunks (64 MB) without an item, the position is saved and a requested pause takes effect. */
const idlePiecesMost = 256

/**
 * Imports an archive batch by batch from the import's current position. Each batch is stored in the same transaction as
 * the import's progress, so that the next run can resume after a crash at any point. Reads one batch while writing the
 * last. `row` is the import as returned by claimImport(); the archive skips its lines_done.
 */
export async function importArchive(
  ctx: Ctx,
  row: ImportRow,
  archive: Archive,
  options: ImportOptions,
): Promise<RunEnd> {
  const run = new Run(actingAs(ctx, { kind: 'job', name: 'import' }), row, archive, options)
  try {
    return await run.run()
  } catch (error) {
    if (error instanceof ImportClaimLost) return { end: 'taken' }
    throw error
  }
}

class Run {
  private readonly ctx: Ctx
  private readonly row: ImportRow
  private readonly archive: Archive
  private readonly options: ImportOptions
  private readonly tally: Tally = { inserted: 0, known: 0, broken: 0 }
  private position: ImportPosition
  private shownBroken: number
  private announcedAt = Number.NEGATIVE_INFINITY
  private records: SourceRecord[] = []
  private broken: BrokenLine[] = []
  private chars = 0
  private idlePieces = 0
  private writing: Promise<void> = Promise.resolve()
  private rest: Pause | null = null

  constructor(ctx: Ctx, row: ImportRow, archive: Archive, options: ImportOptions) {
    this.ctx = ctx
    this.row = row
    this.archive = archive
    this.options = options
    this.position = { id: row.id, linesDone: row.linesDone }
    this.shownBroken = row.brokenLines.length
  }

  async run(): Promise<RunEnd> {
    let last = this.row.linesDone
    for await (const piece of this.archive.pieces) {
      for (const line of piece) {
        this.collect(line)
        last = line.line
        if (this.isFull()) await this.flush(last)
        if (this.rest) break
      }
      this.idlePieces += 1
      if (this.idlePieces >= idlePiecesMost && !this.rest) await this.flush(this.archive.linesRead())
      if (this.rest) break
    }
    if (this.records.length + this.broken.length > 0) await this.flush(last)
    await this.writing
    return this.rest ? this.pause(this.rest) : this.finish()
  }

  private collect(line: ArchiveLine): void {
    if ('broken' in line) {
      this.broken.push({ line: line.line, reason: line.broken, text: line.text })
      return
    }
    const { record } = line
    this.records.push(record)
    this.chars += record.title.length + record.body.length
  }

  private isFull(): boolean {
    return this.records.length + this.broken.length >= itemsAtOnce || this.chars >= charsAtOnce
  }

  /** Starts writing the current batch once the previous one is written. */
  private async flush(linesRead: number): Promise<void> {
    const { records, broken, row } = this
    // The count includes lines that an earlier run processed.
    const linesDone = Math.max(row.linesDone, linesRead)
    const bytesDone = Math.max(row.bytesDone, this.archive.bytesRead())
    this.records = []
    this.broken = []
    this.chars = 0
    this.idlePieces = 0
    await this.writing
    if (this.rest) return
    this.writing = this.write(records, broken, { linesDone, bytesDone })
    // The next await of `writing` gets the error; this only prevents an unhandled rejection.
    this.writing.catch(() => {})
  }

  private async write(
    records: readonly SourceRecord[],
    broken: readonly BrokenLine[],
    to: Pick<Advance, 'linesDone' | 'bytesDone'>,
  ): Promise<void> {
    const { ctx, row, tally } = this
    const shown = broken.slice(0, Math.max(0, brokenLinesKept - this.shownBroken))
    const kept = await transaction(ctx, async (tx) => {
      const { inserted, known, textBytes } = await this.keep(tx, records)
      const by = { ...to, inserted, known, textBytes, linesBroken: broken.length, brokenLines: shown }
      await advanceImport(ctx, tx, this.position, by)
      if (row.projectId !== null && this.isTimeToAnnounce()) await announce(ctx, tx, 'imports', [row.projectId], row.id)
      return { inserted, known }
    })
    this.position = { id: row.id, linesDone: to.linesDone }
    this.shownBroken += shown.length
    tally.inserted += kept.inserted
    tally.known += kept.known
    tally.broken += broken.length
    for (const line of broken) this.options.onBroken?.(line)
    this.options.onProgress?.(tally)
    this.rest = await this.options.pause()
  }

  /** Skips the write, and its locks, if there is nothing to store. */
  private async keep(tx: Transaction, records: readonly SourceRecord[]): Promise<SavedItems> {
    if (records.length === 0) return { inserted: 0, known: 0, textBytes: 0 }
    const { id, projectId } = this.row
    return saveImported(this.ctx, tx, { importId: id, projectId }, records)
  }

  private isTimeToAnnounce(): boolean {
    const now = this.ctx.now().getTime()
    if (now - this.announcedAt < announcedMs) return false
    this.announcedAt = now
    return true
  }

  private async pause({ afterSeconds = 0, ...rest }: Pause): Promise<RunEnd> {
    await this.end(rest, afterSeconds)
    return { end: 'paused' }
  }

  private async finish(): Promise<RunEnd> {
    const fault = this.archive.fault()
    if (fault !== null) {
      await this.end({ state: 'failed', fault: `The archive can't be read completely: ${fault}` })
      return { end: 'failed', fault }
    }
    await this.end({ state: 'done', fault: null, linesDone: this.archive.linesRead(), bytesDone: this.row.bytesTotal })
    return { end: 'done' }
  }

  private async end(to: Parameters<typeof endRun>[3], afterSeconds = 0): Promise<void> {
    const { ctx, row } = this
    await transaction(ctx, async (tx) => {
      await endRun(ctx, tx, this.position, to)
      if (to.state === 'waiting') await ctx.queue.send(tx, 'import', { importId: row.id }, { afterSeconds })
      if (row.projectId !== null) await announce(ctx, tx, 'imports', [row.projectId], row.id)
    })
  }
}
