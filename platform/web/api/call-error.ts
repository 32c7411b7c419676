import type { ErrorBody } from '../../contract/errors.ts'

interface Fault {
  path: (string | number)[]
  message: string
}

/** A failed call, with the error from the server (SPEC 8; without one, UnknownError with status 500). */
export class CallError extends Error {
  override readonly name: string
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(error: ErrorBody['error']) {
    super(error.message)
    this.name = error.name
    this.status = error.status
    this.details = error.details
  }

  /** Returns the same error with another message (SPEC 8). */
  saying(message: string): CallError {
    const { status, name, details } = this
    return new CallError({ status, name, message, details })
  }

  /** Returns the same error as a fault of one form field. */
  at(field: string): CallError {
    const { status, name, message } = this
    return new CallError({ status, name, message, details: { errors: [{ path: [field], message, name }] } })
  }
}

/** Returns the error that the body of a failed call describes. */
export function callError(body: unknown): CallError {
  return isErrorBody(body) ? new CallError(body.error) : unknownError()
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (!isObject(body) || !isObject(body.error)) return false
  const { status, name, message, details } = body.error
  return typeof status === 'number' && typeof name === 'string' && typeof message === 'string' && isObject(details)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function unknownError(message = 'Something went wrong. Please try again.'): CallError {
  return new CallError({ status: 500, name: 'UnknownError', message, details: {} })
}

/** Returns the message to show for a thrown value. The server's message for its own faults isn't one for people. */
export function messageOf(error: unknown): string {
  const hasOwn = error instanceof Error && error.message !== 'Internal Server Error'
  return hasOwn ? error.message : unknownError().message
}

/**
 * Returns the first fault of each form field. Leaves out faults of other fields. Paths look like `['data', 'name']` or
 * `['keywords', 3]`.
 */
export function fieldErrors<Name extends string>(error: unknown, names: readonly Name[]): Map<Name, string> {
  const found = new Map<Name, string>()
  if (!(error instanceof CallError)) return found
  for (const fault of faults(error.details.errors)) {
    const [first, second] = fault.path
    const key = first === 'data' || first === 'body' ? second : first
    const name = names.find((candidate) => candidate === key)
    if (name !== undefined && !found.has(name)) found.set(name, fault.message)
  }
  return found
}

function faults(value: unknown): Fault[] {
  return Array.isArray(value) ? value.filter(isFault) : []
}

function isFault(value: unknown): value is Fault {
  return isObject(value) && Array.isArray(value.path) && typeof value.message === 'string'
}
