import { constants } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#platform/contract/errors.ts'
import { type ArchiveFile, FileName } from '../../contract.ts'
import { fingerprintOf } from '../sources/fingerprint.ts'
import { type ArchiveBytes, openFile, reasonOf } from './archive.ts'

/** Where the operator puts archives that may be brought in from the app. */
const folder = 'archives'
/** A link in the folder could lead to any file of the machine, and a pipe would never answer. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
/** Names that are shown; any of the others may be asked for. */
const shownMost = 1000
const latestMs = Date.UTC(9999, 11, 31)

/** The files that may be brought in, by name: no folders, links, pipes or hidden files. */
export async function archivesIn(dataDir: string): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = []
  for (const name of (await namesIn(dataDir)).toSorted()) {
    const file = await fileNamed(dataDir, name)
    if (file) files.push(file)
    if (files.length === shownMost) break
  }
  return files
}

/** One of them with what tells it again; null where the folder has no such file: a name is never taken for a path. */
export async function archiveNamed(
  dataDir: string,
  name: string,
): Promise<(ArchiveFile & { fingerprint: string }) | null> {
  const found = await listed(dataDir, name)
  if (!found) return null
  try {
    return { ...found, fingerprint: fingerprintOf(join(dataDir, folder, found.name), flags) }
  } catch (error) {
    throw new ApiError('ValidationError', `The file can't be read: ${reasonOf(error)}`)
  }
}

/** Its bytes; null where it is gone. */
export async function openNamed(dataDir: string, name: string): Promise<ArchiveBytes | null> {
  const found = await listed(dataDir, name)
  return found && openFile(join(dataDir, folder, found.name), flags)
}

async function listed(dataDir: string, name: string): Promise<ArchiveFile | null> {
  return (await namesIn(dataDir)).includes(name) ? fileNamed(dataDir, name) : null
}

/** The names in the folder that a person can be shown and can ask for. */
async function namesIn(dataDir: string): Promise<string[]> {
  try {
    const names = await readdir(join(dataDir, folder))
    return names.filter((name) => !name.startsWith('.') && FileName.safeParse(name).data === name)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return []
    const reason = code === 'ENOTDIR' ? 'it is not a folder' : reasonOf(error)
    throw new ApiError('ServiceUnavailableError', `The server's archives folder can't be read: ${reason}`)
  }
}

async function fileNamed(dataDir: string, name: string): Promise<ArchiveFile | null> {
  const stats = await lstat(join(dataDir, folder, name)).catch(() => null)
  if (!stats?.isFile()) return null
  // A file may claim to be from any time.
  const modifiedMs = Math.max(0, Math.min(stats.mtimeMs, latestMs))
  return { name, bytes: stats.size, modifiedAt: new Date(modifiedMs).toISOString() }
}
