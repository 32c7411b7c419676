import { DrizzleQueryError } from 'drizzle-orm'
import { isDatabaseAway, isDiskFull, wordsOf } from './fault.ts'

/** A reason not to start that the operator can act on: printed as one short line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The database can't start because its disk is full: it can once there is room. */
export class DiskFullError extends StartError {}

/**
 * Prints what ended a process, and returns the exit code: what an operator can act on and what the database said as one
 * line, anything else with its stack.
 */
export function reportStartError(error: unknown): number {
  if (isPlain(error)) console.error(`earshot: ${wordsOf(error)}`)
  else console.error(error)
  return 1
}

function isPlain(error: unknown): boolean {
  return error instanceof StartError || error instanceof DrizzleQueryError || isDatabaseAway(error) || isDiskFull(error)
}
