/** A reason not to start that the operator can act on: printed as one short line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Prints a StartError as one line, anything else with its stack, and returns the exit code. */
export function reportStartError(error: unknown): number {
  if (error instanceof StartError) console.error(`earshot: ${error.message}`)
  else console.error(error)
  return 1
}
