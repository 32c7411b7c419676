import { statfsSync } from 'node:fs'

/** What a run needs for databases, browser profiles, and archives, with room to spare. */
const neededBytes = 6 * 1024 ** 3

/**
 * Returns a folder in memory for temporary files, or null where there is none with room. Tests create and delete so
 * many files that a disk's file system becomes the slowest part of PostgreSQL.
 */
export function memoryFolder(folder = '/dev/shm'): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes ? folder : null
  } catch {
    return null
  }
}
