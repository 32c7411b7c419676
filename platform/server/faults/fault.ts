import { DrizzleQueryError } from 'drizzle-orm'

/** What may be kept about an error: which it was and where. Its message may quote the rows it was about. */
export interface Fault {
  error: string
  code: string | null
  at: string[]
}

/** An error, or a copy of one: the queue hands those over. */
interface Thrown {
  name?: unknown
  message: string
  stack: string
  code?: unknown
}

/** The part of an error that may stand in a log; of a failed query, the database's own error behind it. */
export function faultOf(thrown: unknown): Fault {
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  if (!isThrown(error)) return { error: typeof thrown, code: null, at: [] }
  const { message, stack } = error
  const frames = stack.slice(stack.indexOf(message) + message.length)
  const at = frames.split('\n').map((frame) => frame.trim())
  return {
    error: typeof error.name === 'string' ? error.name : 'Error',
    code: typeof error.code === 'string' ? error.code : codeOf(message),
    at: at.filter((frame) => frame.startsWith('at ')),
  }
}

function isThrown(value: unknown): value is Thrown {
  if (typeof value !== 'object' || value === null || !('message' in value) || !('stack' in value)) return false
  return typeof value.message === 'string' && typeof value.stack === 'string'
}

/** What the database's client says without a code. */
const uncoded: [start: string, code: string][] = [
  ['timeout exceeded when trying to connect', 'CONNECT_TIMEOUT'],
  ['Connection terminated', 'CONNECTION_LOST'],
  ['Client has encountered a connection error', 'CONNECTION_LOST'],
  ['Query read timeout', 'QUERY_TIMEOUT'],
]

function codeOf(message: string): string | null {
  return uncoded.find(([start]) => message.startsWith(start))?.[1] ?? null
}

const away = /^(08|57P0[1-3]|53300|CONNECT|QUERY_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/

/** Whether the database cannot be reached just now; it may come back by itself. */
export function isDatabaseAway(thrown: unknown): boolean {
  return away.test(faultOf(thrown).code ?? '')
}

/** PostgreSQL's code for a full disk, and the operating system's: full, or over the quota. */
const fullDisk = ['53100', 'ENOSPC', 'EDQUOT']

/** Whether something failed because a disk is full: PostgreSQL's, or the one that a file of ours is on. */
export function isDiskFull(thrown: unknown): boolean {
  return fullDisk.includes(faultOf(thrown).code ?? '')
}

/** A deadlock, or a transaction that could not be serialized: PostgreSQL rolled it back. */
const deadlocks = ['40P01', '40001']

/** Whether a transaction was rolled back because of another one. Trying it again may succeed. */
export function isDeadlock(thrown: unknown): boolean {
  return deadlocks.includes(faultOf(thrown).code ?? '')
}

/** An error as one line for whoever started a command: without the query and the values that it failed with. */
export function wordsOf(thrown: unknown): string {
  if (isDiskFull(thrown)) return `the disk is full (${faultOf(thrown).code}). Free up space, then try again`
  if (isDatabaseAway(thrown)) return `the database is not responding (${faultOf(thrown).code})`
  const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown
  return error instanceof Error ? error.message || error.name : String(error)
}
