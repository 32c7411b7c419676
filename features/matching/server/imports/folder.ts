import { constants } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#platform/contract/errors.ts'
import { type ArchiveFile, FileName } from '../../contract.ts'
import { fingerprintOf } from '../sources/fingerprint.ts'
import { type ArchiveBytes, openFile, reasonOf } from './archive.ts'

/** The operator's folder of archives that users can import from the app. */
const folder = 'archives'
/** A symbolic link in the folder could point to any file on the server, and a pipe would block forever. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
/** The most names to list; others can be requested by name. */
const shownMost = 1000
const latestMs = Date.UTC(9999, 11, 31)

/** Lists the files that can be imported, by name: no folders, links, pipes or hidden files. */
export async function archivesIn(dataDir: string): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = []
  for (const name of (await namesIn(dataDir)).toSorted()) {
    const file = await fileNamed(dataDir, name)
    if (file) files.push(file)
    if (files.length === shownMost) break
  }
  return files
}

/** Returns a file and its fingerprint, or null if the folder has no such file. The name is never used as a path. */
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

/** Returns the file's bytes, or null if it was removed. */
export async function openNamed(dataDir: string, name: string): Promise<ArchiveBytes | null> {
  const found = await listed(dataDir, name)
  return found && openFile(join(dataDir, folder, found.name), flags)
}

async function listed(dataDir: string, name: string): Promise<ArchiveFile | null> {
  return (await namesIn(dataDir)).includes(name) ? fileNamed(dataDir, name) : null
}

/** Returns the names in the folder that can be shown and requested. */
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
  // Clamped, since a file's timestamp can be anything.
  const modifiedMs = Math.max(0, Math.min(stats.mtimeMs, latestMs))
  return { name, bytes: stats.size, modifiedAt: new Date(modifiedMs).toISOString() }
}
