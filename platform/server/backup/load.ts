import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { crc32, zstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Table } from './catalogue.ts'
import {
  type End,
  type Frame,
  Keys,
  pieceBytes,
  rowsIn,
  type Sequence,
  Sequences,
  TableEnd,
  TableHead,
} from './format.ts'
import { makePartitions } from './partitions.ts'
import { reviveJobs } from './queue-tables.ts'
import { type Backup, parseFrame } from './reading.ts'
import { quoted, quotedList } from './session.ts'
import { suspendRules } from './suspended.ts'
import { tablesWithRows } from './vacancy.ts'

const decompress = promisify(zstdDecompress)
/** The limit of a decompressed piece, in bytes, far above any real one: a file could claim to hold terabytes. */
const unpackedMost = 64 * pieceBytes

export interface LoadOptions {
  client: pg.Client
  backup: Backup
  /** The tables to fill. Skips others in the backup. */
  tables: readonly Table[]
  onProgress(rows: number, bytesRead: number): void
  stop: AbortSignal
}

export interface Loaded extends End {
  keys: string[] | null
}

/**
 * Replaces the tables' rows with those of the backup, in the current transaction. Matches columns by name. Throws if
 * the database lacks a column.
 */
export async function loadBackup(options: LoadOptions): Promise<Loaded> {
  const { client, backup, tables } = options
  const resume = await suspendRules(client, tables)
  // Truncating an empty table would write its files and those of its indexes anew.
  const filled = await tablesWithRows(client, tables)
  if (filled.length > 0) await client.query(`truncate ${filled.map(quoted).join(', ')}`)
  const loaded: Loaded = { tables: 0, rows: 0, keys: null }
  const frames = backup.frames((bytesRead) => options.onProgress(loaded.rows, bytesRead))
  for (let step = await frames.next(); !step.done; step = await frames.next()) {
    const frame = step.value
    if (frame.kind === 'table') await loadTable(options, parseFrame(TableHead, frame, backup.path), frames, loaded)
    if (frame.kind === 'sequences') await setSequences(client, parseFrame(Sequences, frame, backup.path))
    if (frame.kind === 'keys') loaded.keys = parseFrame(Keys, frame, backup.path)
  }
  await reviveJobs(client)
  await resume()
  return loaded
}

type Frames = AsyncGenerator<Frame>

async function loadTable(options: LoadOptions, head: TableHead, frames: Frames, loaded: Loaded): Promise<void> {
  const { client, tables } = options
  const name = `${head.schema}.${head.name}`
  const table = tables.find((each) => quoted(each) === quoted(head))
  if (table === undefined) {
    for await (const _piece of pieces(options, frames));
    return
  }
  const unknown = head.columns.filter((column) => !table.columns.includes(column))
  if (unknown.length > 0)
    throw new Error(`the backup has columns of ${name} that this database doesn't have: ${unknown.join(', ')}`)
  await makePartitions(client, table, head)
  const content = pieces(options, frames, loaded)
  const first = await content.next()
  // Most tables of a small backup are empty.
  if (!first.done) {
    const target = client.query(copyFrom(`copy ${quoted(table)} (${quotedList(head.columns)}) from stdin`))
    await pipeline(from(first.value, content), target)
  }
  loaded.tables += 1
}

async function* from(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* others
}

/** Yields a table's rows as COPY text, counts them and checks them against the table's end frame. */
async function* pieces(
  { backup, stop }: LoadOptions,
  frames: Frames,
  loaded: { rows: number } = { rows: 0 },
): AsyncGenerator<Buffer> {
  const seen: TableEnd = { rows: 0, bytes: 0, checksum: 0 }
  for (;;) {
    stop.throwIfAborted()
    const { value: frame } = await frames.next()
    if (frame?.kind === 'data') {
      const piece = await unpack(frame.payload, backup.path)
      const rows = rowsIn(piece)
      loaded.rows += rows
      seen.rows += rows
      seen.bytes += piece.length
      seen.checksum = crc32(piece, seen.checksum)
      yield piece
    } else {
      if (frame?.kind === 'tableEnd' && isDeepStrictEqual(parseFrame(TableEnd, frame, backup.path), seen)) return
      throw new Error(`${backup.path} is damaged: its rows don't match their checksum`)
    }
  }
}

async function unpack(payload: Buffer, path: string): Promise<Buffer> {
  try {
    return await decompress(payload, { maxOutputLength: unpackedMost })
  } catch {
    throw new Error(`${path} is damaged: part of it can't be decompressed`)
  }
}

async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const sequence of sequences) {
    await client.query(
      `select setval(oid, $2::bigint, $3) from (select to_regclass($1) as oid) as here where oid is not null`,
      [quoted(sequence), sequence.last, sequence.called],
    )
  }
}
