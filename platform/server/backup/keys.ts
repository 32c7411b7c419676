import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/**
 * Saves the keys of a backup where this program reads them, and returns a message without the keys. If SECRET is set,
 * saves them to a separate file, since only the operator can change SECRET.
 */
export function storeKeys({ secretFile, secrets, dataDir }: Config, keys: readonly string[]): string {
  if (keys.every((key) => secrets.includes(key))) return 'The keys are already in use: users stay signed in'
  const path = secretFile ?? join(dataDir, 'secret-of-backup')
  writeFileSync(`${path}.new`, keys.join(','), { mode: 0o600 })
  renameSync(`${path}.new`, path)
  if (secretFile !== null) return `The keys of the backup are in ${path}: users stay signed in`
  return `SECRET is set here. Append the content of ${path} to it, after a comma. Until then, users have to sign in again`
}
