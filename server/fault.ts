/** What may be kept about an error: which it was and where. Its message may quote the rows it was about. */
export interface Fault {
  error: string
  code: string | null
  at: string[]
}

/** The part of an error that may stand in a log; of a failed query, the database's own error behind it. */
export function faultOf(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return { error: typeof thrown, code: null, at: [] }
  const error = thrown.cause instanceof Error ? thrown.cause : thrown
  const { name, message, stack = '' } = error
  const frames = stack.slice(stack.indexOf(message) + message.length)
  const at = frames.split('\n').map((frame) => frame.trim())
  return {
    error: name,
    code: 'code' in error && typeof error.code === 'string' ? error.code : null,
    at: at.filter((frame) => frame.startsWith('at ')),
  }
}
