import type { ErrorBody } from '../../contract/errors.ts'

interface Fault {
  path: (string | number)[]
  message: string
}

/** A failed call, with what the server said about it (SPEC 8: else UnknownError with status 500). */
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

  /** The same error in the words of a place (SPEC 8). */
  saying(message: string): CallError {
    const { status, name, details } = this
    return new CallError({ status, name, message, details })
  }

  /** The same error, said of a field of the form that was sent. */
  at(field: string): CallError {
    const { status, name, message } = this
    return new CallError({ status, name, message, details: { errors: [{ path: [field], message, name }] } })
  }
}

/** The error that the body of a failed call describes. */
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

/** What an error says to a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : unknownError().message
}

/**
 * The faults of an error by field of the form, first one each; those whose path names no field of it are left out.
 * Paths come as `['data', 'name']` or `['keywords', 3]`.
 */
export function fieldErrors<Name extends string>(error: unknown, names: readonly Name[]): Map<Name, string> {
  const found = new Map<Name, string>()
  if (!(error instanceof CallError)) return found
  for (const fault of faults(error.details.errors)) {
    const [first, second] = fault.path
    const key = first === 'data' || first === 'body' ? second : first
    const name = names.find((known) => known === key)
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
