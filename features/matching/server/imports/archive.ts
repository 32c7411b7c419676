import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { type SourceRecord, toRecord } from '#engine/records/record.ts'
import { LineCutter } from '../sources/lines.ts'
import { headBytes, packingOf, unpack } from '../sources/packing.ts'

export type ArchiveLine =
  | { line: number; record: SourceRecord }
  /** A line that isn't a valid item: why, and its first 200 characters. */
  | { line: number; broken: string; text: string }

export interface Archive {
  /** The size of the file as stored. */
  totalBytes: number
  /** Returns the bytes read so far; divided by totalBytes, the progress. */
  bytesRead(): number
  /** Returns the number of lines read so far. */
  linesRead(): number
  /** All lines except empty ones, in order. Can be iterated once. */
  lines: AsyncIterable<ArchiveLine>
  /** The same lines, grouped by unpacked chunk. A chunk can have none, so that the reader can check for a pause. */
  pieces: AsyncIterable<ArchiveLine[]>
  /** Returns why reading ended early, as a sentence for users, or null. Valid after the last line. */
  fault(): string | null
}

export interface ReadingOptions {
  /** Lines to skip without parsing: an earlier run processed them. */
  skipLines?: number
  maxLineBytes?: number
  /** The most bytes to unpack; beyond that, reading ends with a fault. */
  maxUnpackedBytes?: number
  /**
   * The most bytes without a non-empty line. Beyond that, the file isn't an archive, and reading it could take hours.
   */
  maxIdleBytes?: number
}

/** The bytes of an archive, wherever they are stored. */
export interface ArchiveBytes {
  totalBytes: number
  /** The first bytes; fewer than headBytes only if the archive is that short. */
  head: Buffer
  bytes: AsyncIterable<Buffer>
}

const chunkBytes = 1 << 18
const idleBytesMax = 250e6
const lineBytesMax = 4_000_000
const shownChars = 200

/**
 * Opens an archive of one JSON object per line (see record.ts) for reading in constant memory. Detects gzip, zstd or
 * plain text by content. Throws an Error with a sentence for users if the file can't be read.
 */
export function openArchive(path: string, options: ReadingOptions = {}): Archive {
  try {
    return readArchive(openFile(path), options)
  } catch (error) {
    throw new Error(`can't read ${path}: ${reasonOf(error)}`)
  }
}

/** Returns the bytes of a file; `flags` as for open(2). Throws an Error with a reason for users. */
export function openFile(path: string, flags = constants.O_RDONLY): ArchiveBytes {
  // Non-blocking: opening a pipe without a writer would otherwise hang before the check that rejects it.
  const handle = openSync(path, flags | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw new Error('it is not a file')
    const head = Buffer.alloc(headBytes)
    const bytes = readSync(handle, head, 0, headBytes, 0)
    return { totalBytes: stats.size, head: head.subarray(0, bytes), bytes: contentOf(path, flags) }
  } finally {
    closeSync(handle)
  }
}

/** Opens the file on first read, so that an unread archive leaks no file handle. */
async function* contentOf(path: string, flags: number): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: chunkBytes, fd: openSync(path, flags) })
  for await (const chunk of stream) yield chunk
}

/** Reads an archive from any byte source. Throws an Error with a reason if the compression is unknown. */
export function readArchive({ totalBytes, head, bytes }: ArchiveBytes, options: ReadingOptions = {}): Archive {
  const { skipLines = 0, maxLineBytes = lineBytesMax } = options
  const { maxUnpackedBytes = Number.POSITIVE_INFINITY, maxIdleBytes = idleBytesMax } = options
  const packing = packingOf(head)
  const cutter = new LineCutter(maxLineBytes, skipLines)
  let bytesRead = 0
  let fault: string | null = null

  async function* counted() {
    for await (const chunk of bytes) {
      bytesRead += chunk.length
      yield chunk
    }
  }

  async function* pieces(): AsyncGenerator<ArchiveLine[]> {
    let unpackedBytes = 0
    let idleSince = 0
    try {
      for await (const chunk of unpack(packing, counted())) {
        unpackedBytes += chunk.length
        if (unpackedBytes > maxUnpackedBytes) throw new Error(`it unpacks to more than ${gigabytes(maxUnpackedBytes)}`)
        const piece = cutter.push(chunk).map(read)
        if (piece.length > 0 || cutter.count < skipLines) idleSince = unpackedBytes
        if (unpackedBytes - idleSince > maxIdleBytes) {
          throw new Error(`it contains ${gigabytes(maxIdleBytes)} without a complete line`)
        }
        yield piece
      }
    } catch (error) {
      fault = reasonOf(error)
    }
    // If the archive was truncated, its last line probably was, too.
    yield cutter
      .end()
      .map(read)
      .filter((last) => fault === null || 'record' in last)
  }

  const all = pieces()
  return {
    totalBytes,
    bytesRead: () => bytesRead,
    linesRead: () => cutter.count,
    lines: linesOf(all),
    pieces: all,
    fault: () => fault,
  }
}

async function* linesOf(pieces: AsyncIterable<ArchiveLine[]>): AsyncGenerator<ArchiveLine> {
  for await (const piece of pieces) yield* piece
}

function gigabytes(bytes: number): string {
  return `${Number((bytes / 1e9).toPrecision(2))} GB`
}

function read({ line, text, tooLong }: { line: number; text: string; tooLong: boolean }): ArchiveLine {
  const result = tooLong ? { broken: 'the line is too long' } : parse(text)
  return 'record' in result ? { line, record: result.record } : { line, ...result, text: excerpt(text) }
}

function parse(text: string): ReturnType<typeof toRecord> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { broken: 'not JSON' }
  }
  return toRecord(value)
}

function excerpt(text: string): string {
  return text.slice(0, shownChars).replaceAll('\u0000', '').toWellFormed()
}

const reasons: Record<string, string> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it is not a file',
  Z_BUF_ERROR: 'the file ends too early',
  Z_DATA_ERROR: 'the gzip file is damaged',
}

/** Returns what is wrong with a file, for users. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return reasons[code] ?? (code.startsWith('ZSTD_error') ? 'the zstd file is damaged' : error.message)
}
