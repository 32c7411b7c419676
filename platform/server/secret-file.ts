import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Returns the text of a file that only its owner may read. Creates it if it is missing, or empty because an earlier
 * start was interrupted or ran out of disk space: an empty password or secret protects nothing.
 */
export function readOrCreateSecret(path: string, make: () => string): string {
  const existing = readText(path)
  if (existing !== '') return existing
  rmSync(path, { force: true })
  try {
    writeFileSync(path, make(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process that started at the same time created it.
    if (!isCode(error, 'EEXIST')) {
      rmSync(path, { force: true })
      throw error
    }
  }
  return readText(path)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return ''
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
