import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Archive, openArchive } from '#features/matching/server/imports/archive.ts'
import { type Streams, UsageError } from './output.ts'

/** Reads options strictly: what is unknown or incomplete is a UsageError with the usage line. */
export function readOptions<T extends ParseArgsOptionsConfig>(argv: readonly string[], options: T, usage: string) {
  return used(usage, () => parseArgs({ args: [...argv], options, strict: true, allowPositionals: false })).values
}

/** The same for a command that also takes names of files, and `--help`. */
export function readArguments<T extends ParseArgsOptionsConfig>(argv: readonly string[], own: T, usage: string) {
  const options = { ...own, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals: files } = used(usage, () =>
    parseArgs({ args: [...argv], options, strict: true, allowPositionals: true }),
  )
  return { values, files }
}

/** The file, where exactly one has to be named. */
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

/** The value of an option that must be given. */
export function required(value: string | undefined, name: string, usage: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing\nusage: ${usage}`)
  return value
}

/** Opens an archive that was named on the command line. */
export function archiveNamed(path: string): Archive {
  return fromFile(() => openArchive(path))
}

/** Says what of an archive was left out. Throws where it could not be read to its end, after all that could be is done. */
export function reportLosses(command: string, archive: Archive, broken: number, { stderr }: Streams): void {
  if (broken > 0) stderr.write(`${command}: skipped ${broken} broken lines\n`)
  const fault = archive.fault()
  if (fault !== null) throw new Error(`the archive couldn't be read completely: ${fault}`)
}

/** A file that can't be read, or holds something else than it should, is wrong use. */
export function fromFile<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
