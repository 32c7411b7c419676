import { DrizzleQueryError } from 'drizzle-orm'

/** The loggable part of an error: its code and location. Its message may quote rows. */
export interface Fault {
  error: string
  code: string | null
  at: string[]
}

/** An error or a copy of one, as the queue passes on. */
interface Thrown {
  name?: unknown
  message: string
  stack: string
  code?: unknown
}

/** Returns the loggable part of an error; for a failed query, that of the underlying database error. */
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

/** Messages of the database client that have no code, and the code we assign. */
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

/** Returns whether the database is unreachable for now. It may recover on its own. */
export function isDatabaseAway(thrown: unknown): boolean {
  return away.test(faultOf(thrown).code ?? '')
}

/** The codes of PostgreSQL and the operating system for a full disk or an exceeded quota. */
const fullDisk = ['53100', 'ENOSPC', 'EDQUOT']

/** Returns whether something failed because a disk is full, PostgreSQL's or that of one of our files. */
export function isDiskFull(thrown: unknown): boolean {
  return fullDisk.includes(faultOf(thrown).code ?? '')
}

/** PostgreSQL's codes for a transaction rolled back after a deadlock or a serialization failure. */
const deadlocks = ['40P01', '40001']

/** Returns whether a transaction was rolled back because of another one. A retry may succeed. */
export function isDeadlock(thrown: unknown): boolean {
  return deadlocks.includes(faultOf(thrown).code ?? '')
}

/** Returns an error as one line for the user of a command, without the query or its values. */
export function wordsOf(thrown: unknown): string {
  if (isDiskFull(thrown)) return `the disk is full (${faultOf(thrown).code}). Free up space, then try again`
  if (isDatabaseAway(thrown)) return `the database is not responding (${faultOf(thrown).code})`
  const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown
  return error instanceof Error ? error.message || error.name : String(error)
}
