import { constants, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveFile } from '@earshot/contract/entities'
import { type ArchiveBytes, openFile } from '../../sources/archive.ts'
import { fingerprintOf } from '../../sources/fingerprint.ts'

/** Where the operator puts archives that may be brought in from the app. */
const folder = 'archives'
/** A link in the folder could lead to any file of the machine. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW

/** The files that may be brought in, by name: no folders, links, pipes or hidden files. */
export function archivesIn(dataDir: string): ArchiveFile[] {
  const path = join(dataDir, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { encoding: 'utf8' })
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const stats = lstatSync(join(path, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [{ name, bytes: stats.size, modifiedAt: stats.mtime.toISOString() }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** One of them with what tells it again; null where the folder has no such file: a name is never taken for a path. */
export function archiveNamed(dataDir: string, name: string): (ArchiveFile & { fingerprint: string }) | null {
  const found = archivesIn(dataDir).find((file) => file.name === name)
  return found ? { ...found, fingerprint: fingerprintOf(join(dataDir, folder, found.name), flags) } : null
}

/** Its bytes; null where it is gone. */
export function openNamed(dataDir: string, name: string): ArchiveBytes | null {
  const found = archivesIn(dataDir).find((file) => file.name === name)
  return found ? openFile(join(dataDir, folder, found.name), flags) : null
}
