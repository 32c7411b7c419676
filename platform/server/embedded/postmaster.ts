import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A running PostgreSQL, as described in the data folder's postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** Returns the PostgreSQL that runs on this data folder, or null. Ignores the file of a dead one. */
export function runningPostmaster(dataFolder: string): Postmaster | null {
  const lines = readLines(join(dataFolder, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid)) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Removes a postmaster.pid whose pid now belongs to another program. PostgreSQL itself can't detect that. */
export function removeStaleLock(dataFolder: string): void {
  if (runningPostmaster(dataFolder) === null) rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
}

/** Returns whether a process with this pid exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false
  const status = `/proc/${pid}/status`
  if (!existsSync('/proc/self/status')) return true
  try {
    const text = readFileSync(status, 'utf8')
    return /^Name:\s+postgres$/m.test(text) && !/^State:\s+Z/m.test(text)
  } catch {
    return false
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
