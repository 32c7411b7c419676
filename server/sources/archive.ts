import { closeSync, constants, createReadStream, fstatSync, openSync, type ReadStream, readSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { LineCutter } from './lines.ts'
import { type SourceRecord, toRecord } from './record.ts'

export type ArchiveLine =
  | { line: number; record: SourceRecord }
  /** A line that is no item: why, and its first 200 characters. */
  | { line: number; broken: string; text: string }

export interface Archive {
  /** Size of the file as stored. */
  totalBytes: number
  /** How much of it has been read; over totalBytes it is the share that is done. */
  bytesRead(): number
  /** Every line but the empty ones, in order; can be gone through once. */
  lines: AsyncIterable<ArchiveLine>
}

const chunkBytes = 1 << 18
const lineBytesMax = 4_000_000
const shownChars = 200

/**
 * Opens an archive in our own NDJSON, plain or gzipped (told by its content, not by its name), for reading in constant
 * memory. Throws an Error with a sentence for people where the file can't be read; a broken line, or a file that
 * ends too early, is told in its place.
 */
export function openArchive(path: string, { maxLineBytes = lineBytesMax } = {}): Archive {
  const { totalBytes, isGzip } = inspect(path)
  const file = createReadStream(path, { highWaterMark: chunkBytes })
  // Until somebody reads the lines nobody would hear of an error; the reader gets it from the stream itself.
  file.on('error', () => {})
  return { totalBytes, bytesRead: () => file.bytesRead, lines: readLines(file, isGzip, maxLineBytes) }
}

function inspect(path: string): { totalBytes: number; isGzip: boolean } {
  let handle: number
  try {
    // Without waiting: a pipe that nobody writes to would hold us up before we see that it is one.
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw new Error(`can't read ${path}: ${reasonOf(error)}`)
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw new Error(`can't read ${path}: it is not a file`)
    const head = Buffer.alloc(2)
    readSync(handle, head, 0, 2, 0)
    return { totalBytes: stats.size, isGzip: head.readUInt16BE() === 0x1f8b }
  } finally {
    closeSync(handle)
  }
}

async function* readLines(file: ReadStream, isGzip: boolean, maxLineBytes: number): AsyncGenerator<ArchiveLine> {
  const cutter = new LineCutter(maxLineBytes)
  let fault: string | null = null
  try {
    for await (const chunk of isGzip ? unpacked(file) : file) {
      for (const line of cutter.push(chunk as Buffer)) yield read(line)
    }
  } catch (error) {
    fault = reasonOf(error)
  } finally {
    file.destroy()
  }
  for (const line of cutter.end()) yield read(line)
  if (fault !== null) yield { line: cutter.count + 1, broken: `the file can't be read any further: ${fault}`, text: '' }
}

/** With room for one chunk only, nothing waits in the stream's buffer, to be dropped, when an error comes. */
const gunzipOptions = { chunkSize: chunkBytes, highWaterMark: 1 }

/** Gunzips, all members of a file that has several. What was unpacked before an error is still handed out. */
function unpacked(file: ReadStream): AsyncIterable<Buffer> {
  const gunzip = createGunzip(gunzipOptions)
  file.on('error', (error) => gunzip.destroy(error))
  return file.pipe(gunzip)
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'Z_BUF_ERROR') return 'the gzip file ends too early'
  if (code === 'Z_DATA_ERROR') return 'the gzip file is damaged'
  return error.message
}
