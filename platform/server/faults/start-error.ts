import { DrizzleQueryError } from 'drizzle-orm'
import { isDatabaseAway, isDiskFull, wordsOf } from './fault.ts'

/** A reason not to start that the operator can fix. Printed as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The database can't start because its disk is full. It can once there is space. */
export class DiskFullError extends StartError {}

/**
 * Prints the error that ended a process and returns the exit code. Prints errors that the operator can fix and database
 * errors as one line, others with their stack.
 */
export function reportStartError(error: unknown): number {
  if (isPlain(error)) console.error(`earshot: ${wordsOf(error)}`)
  else console.error(error)
  return 1
}

function isPlain(error: unknown): boolean {
  return error instanceof StartError || error instanceof DrizzleQueryError || isDatabaseAway(error) || isDiskFull(error)
}
