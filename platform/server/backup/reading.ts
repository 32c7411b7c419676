import { type FileHandle, open } from 'node:fs/promises'
import type { z } from 'zod'
import { type ByteSource, encryptedLine, openEncrypted } from './encryption.ts'
import { End, type Frame, firstLine, formatVersion, Header, headBytes, isIntact, readHead } from './format.ts'

const nothingChanged = 'Use another copy or an older backup. The database was not changed'

/** A backup opened for reading. */
export interface Backup {
  path: string
  header: Header
  /** The size of the content, in bytes. */
  totalBytes: number
  /** Yields the checked frames after the header, up to the end frame. Throws if the file is damaged or incomplete. */
  frames(onBytes?: (read: number) => void): AsyncGenerator<Frame>
  close(): Promise<void>
}

/**
 * Opens a backup; an encrypted one needs its passphrase. Throws a user-facing error if it is invalid, too new or from
 * before the first release, or if the passphrase doesn't fit.
 */
export async function openBackup(path: string, passphrase: string | null = null): Promise<Backup> {
  const handle = await openFile(path)
  try {
    const source = await contentOf(await sourceOf(handle), path, passphrase)
    const file: File = { source, path }
    await checkFirstLine(file)
    const first = await readFrame(file, firstLine.length)
    if (first.frame.kind !== 'header') throw damaged(path, firstLine.length)
    const header = parseFrame(Header, first.frame, path)
    const frames = (onBytes = (_read: number) => {}) => framesFrom(file, first.next, onBytes)
    return { path, header, totalBytes: source.size, frames, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads a backup to its end without decompressing it, to detect damage before anything is changed. */
export async function verifyBackup(backup: Backup, onBytes: (read: number) => void): Promise<void> {
  let tables = 0
  for await (const frame of backup.frames(onBytes)) {
    if (frame.kind === 'table') tables++
    if (frame.kind === 'end' && parseFrame(End, frame, backup.path).tables !== tables) {
      throw new Error(`${backup.path} is damaged: a table is missing. ${nothingChanged}`)
    }
  }
}

/** Parses a frame's content, which may be damaged. */
export function parseFrame<T>(schema: z.ZodType<T>, frame: Frame, path: string): T {
  try {
    return schema.parse(JSON.parse(frame.payload.toString()))
  } catch {
    throw new Error(`${path} is damaged: its ${frame.kind} frame is invalid. ${nothingChanged}`)
  }
}

interface File {
  source: ByteSource
  path: string
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const reason = code === 'ENOENT' ? 'no such file' : code === 'EACCES' ? 'permission denied' : String(error)
    throw new Error(`can't read ${path}: ${reason}`)
  }
  throw new Error(`can't read ${path}: it is not a file`)
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  return {
    size,
    read: async (position, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
  }
}

/** Returns what the backup contains, decrypted if necessary. */
async function contentOf(file: ByteSource, path: string, passphrase: string | null): Promise<ByteSource> {
  const isEncrypted = (await file.read(0, encryptedLine.length)).equals(Buffer.from(encryptedLine))
  // A readable file in place of an encrypted one may be anyone's.
  if (!isEncrypted && passphrase !== null)
    throw new Error(`${path} is not encrypted. To restore it anyway, leave out --passphrase-file`)
  if (!isEncrypted) return file
  if (passphrase === null)
    throw new Error(`${path} is encrypted. Add --passphrase-file with the file of its passphrase`)
  const content = await openEncrypted(file, passphrase, (position) => damaged(path, position))
  if (content) return content
  throw new Error(`can't decrypt ${path}: the passphrase is wrong, or the start of the file is damaged`)
}

async function checkFirstLine({ source, path }: File): Promise<void> {
  const [line = ''] = (await source.read(0, firstLine.length + 8)).toString('latin1').split('\n')
  const version = /^EARSHOT BACKUP (\d+)$/.exec(line)?.[1]
  if (version === undefined) throw new Error(`${path} is not a backup made by npm run backup`)
  if (Number(version) > formatVersion) throw newerVersionError(path)
  if (Number(version) < formatVersion) throw older(path)
}

/** Returns the error for a file from a newer version of the program. */
export function newerVersionError(path: string): Error {
  return new Error(`${path} is from a newer version of Earshot. Update this one (git pull), then restore`)
}

function older(path: string): Error {
  return new Error(`${path} is from a version before the first release. Only that version can restore it`)
}

async function* framesFrom(file: File, from: number, onBytes: (read: number) => void): AsyncGenerator<Frame> {
  let position = from
  for (;;) {
    const { frame, next } = await readFrame(file, position)
    position = next
    onBytes(position)
    yield frame
    if (frame.kind !== 'end') continue
    if (position !== file.source.size) throw damaged(file.path, position)
    return
  }
}

async function readFrame(file: File, position: number): Promise<{ frame: Frame; next: number }> {
  const head = await readBytes(file, position, headBytes)
  const announced = readHead(head)
  if (announced === null) throw damaged(file.path, position)
  const payload = await readBytes(file, position + headBytes, announced.length)
  if (!isIntact(head, payload)) throw damaged(file.path, position)
  return { frame: { kind: announced.kind, payload }, next: position + headBytes + announced.length }
}

async function readBytes(file: File, position: number, length: number): Promise<Buffer> {
  if (position + length > file.source.size) {
    throw new Error(`${file.path} ends too early: it is incomplete or damaged. ${nothingChanged}`)
  }
  const bytes = await file.source.read(position, length)
  if (bytes.length < length) throw damaged(file.path, position)
  return bytes
}

function damaged(path: string, position: number): Error {
  return new Error(`${path} is damaged at byte ${position}. ${nothingChanged}`)
}
