import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { beginEncryption } from './encryption.ts'
import { type FrameKind, firstLine, frameHead } from './format.ts'

/** A backup being written as FILE.part. It is renamed when complete, and otherwise removed. */
export interface Draft {
  write(kind: FrameKind, payload: Buffer): Promise<void>
  /** Returns the size so far. */
  bytes(): number
  /** Syncs the complete file to disk and renames it. */
  finish(): Promise<void>
  discard(): Promise<void>
}

export interface DraftOptions {
  /** Whether an existing file is replaced. */
  force: boolean
  /** Encrypts the file; null leaves it readable. */
  passphrase?: string | null
}

/** Begins a backup that only its owner can read. Throws an error with a user-facing message if it can't. */
export async function beginDraft(path: string, { force, passphrase = null }: DraftOptions): Promise<Draft> {
  const part = `${path}.part`
  await refuseExisting(path, force)
  const encryption = passphrase === null ? null : await beginEncryption(passphrase)
  const handle = await withReadableErrors(path, async () => {
    // Removes the leftover of a killed backup. If that one is still running, it fails in finish().
    await rm(part, { force: true })
    return open(part, 'wx', 0o600)
  })
  let bytes = 0
  const store = async (piece: Buffer) => {
    await withReadableErrors(path, () => handle.writeFile(piece))
    bytes += piece.length
  }
  const put = (piece: Buffer) => store(encryption ? encryption.push(piece) : piece)
  if (encryption) await store(encryption.preamble)
  await put(Buffer.from(firstLine))
  return {
    write: async (kind, payload) => {
      await put(frameHead(kind, payload))
      await put(payload)
    },
    bytes: () => bytes,
    finish: async () => {
      if (encryption) await store(encryption.end())
      await withReadableErrors(path, () => handle.sync())
      await refuseExisting(path, force)
      if (!(await isStillAt(part, handle))) throw new Error(`another backup is writing to ${path}`)
      await withReadableErrors(path, () => rename(part, path))
      await handle.close()
      await syncFolder(path)
    },
    discard: async () => {
      if (await isStillAt(part, handle)) await rm(part, { force: true })
      await handle.close()
    },
  }
}

async function refuseExisting(path: string, force: boolean): Promise<void> {
  if (!existsSync(path)) return
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`)
  if (!force) throw new Error(`${path} already exists. Choose another name, or add --force to replace it`)
}

async function isStillAt(path: string, handle: FileHandle): Promise<boolean> {
  const [own, there] = await Promise.all([handle.stat(), stat(path).catch(() => null)])
  return there !== null && there.ino === own.ino && there.dev === own.dev
}

/** Syncs the folder, so that the rename survives a crash. Does nothing where folders can't be synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path)).catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large for this disk',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
}

async function withReadableErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error
    throw new Error(`can't write ${path}: ${reasons[error.code] ?? error.message}`)
  }
}
