import { readFileSync } from 'node:fs'
import { fromFile } from './arguments.ts'

/** A shorter one could be guessed by someone who has the file. */
const shortest = 16

/** Returns the passphrase in a file, without surrounding space, or null without a file. Throws UsageError. */
export function passphraseIn(path: string | undefined): string | null {
  if (path === undefined) return null
  return fromFile(() => {
    const passphrase = readText(path).trim()
    if (passphrase.length >= shortest) return passphrase
    throw new Error(`the passphrase in ${path} must have at least ${shortest} characters`)
  })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const reason = code === 'ENOENT' ? 'no such file' : code === 'EACCES' ? 'permission denied' : 'it is not a file'
    throw new Error(`can't read the passphrase in ${path}: ${reason}`)
  }
}
