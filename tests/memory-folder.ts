import { statfsSync } from 'node:fs'

/** The space that a run needs for databases, browser profiles and archives, with a margin. */
const neededBytes = 6 * 1024 ** 3

/**
 * Returns an in-memory folder for temporary files, or null without enough space. A test world is a database of 900
 * files, which memory creates and drops several times faster than a disk.
 */
export function memoryFolder(folder = '/dev/shm'): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes ? folder : null
  } catch {
    return null
  }
}
