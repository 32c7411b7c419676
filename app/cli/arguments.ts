import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Archive, openArchive } from '#features/matching/server/imports/archive.ts'
import { email as addressForm } from '#platform/contract/texts.ts'
import { type Streams, UsageError } from './output.ts'

/** Reads options strictly. Throws a UsageError with the usage line for an unknown or incomplete option. */
export function readOptions<T extends ParseArgsOptionsConfig>(argv: readonly string[], options: T, usage: string) {
  return used(usage, () => parseArgs({ args: [...argv], options, strict: true, allowPositionals: false })).values
}

/** Reads the same for a command that also takes file names and `--help`. */
export function readArguments<T extends ParseArgsOptionsConfig>(argv: readonly string[], own: T, usage: string) {
  const options = { ...own, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals: files } = used(usage, () =>
    parseArgs({ args: [...argv], options, strict: true, allowPositionals: true }),
  )
  return { values, files }
}

/** Returns the file. Throws a UsageError unless exactly one is given. */
export function onlyFile([file, ...more]: readonly string[], usage: string): string {
  if (file === undefined || more.length > 0) throw new UsageError(`enter one file\nusage: ${usage}`)
  return file
}

function used<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new UsageError(`${message}\nusage: ${usage}`)
  }
}

/** Returns the value of a required option. Throws a UsageError if it is missing. */
export function required(value: string | undefined, name: string, usage: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing\nusage: ${usage}`)
  return value
}

/** Opens an archive named on the command line. */
export function archiveNamed(path: string): Archive {
  return fromFile(() => openArchive(path))
}

/**
 * Reports what was skipped, after the readable part is processed. Throws if the archive couldn't be read to its end.
 */
export function reportLosses(command: string, archive: Archive, broken: number, { stderr }: Streams): void {
  if (broken > 0) stderr.write(`${command}: skipped ${broken} broken lines\n`)
  const fault = archive.fault()
  if (fault !== null) throw new Error(`the archive couldn't be read completely: ${fault}`)
}

/** Reads a file. Throws a UsageError if it can't be read or has the wrong format. */
export function fromFile<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Returns the one email of the arguments, in lower case. Throws UsageError. */
export function onlyEmail(emails: readonly string[], usage: string): string {
  const read = addressForm.safeParse(emails[0])
  if (emails.length !== 1 || !read.success) throw new UsageError(`enter one email address\nusage: ${usage}`)
  return read.data.toLowerCase()
}
