import { statfsSync } from 'node:fs'

/** What a run needs for databases, browser profiles, and archives, with room to spare. */
const neededBytes = 6 * 1024 ** 3

/**
 * Returns a folder in memory for temporary files, or null where there is none with room. Each test world is a database
 * of 900 files, which is created and dropped several times faster in memory than on a disk.
 */
export function memoryFolder(folder = '/dev/shm'): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes ? folder : null
  } catch {
    return null
  }
}
