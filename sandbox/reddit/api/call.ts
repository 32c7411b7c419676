import type { Answer } from '../../sign-in/exchange.ts'
import type { Token } from '../state/tokens.ts'
import type { View } from './view.ts'

/** A parsed request to Reddit. */
export interface Call {
  method: string
  /** The path prefix that Reddit is mounted at; empty at the root. */
  root: string
  /** The path below `root`, without `.json` and without a trailing slash. */
  path: string
  query: URLSearchParams
  /** The form fields; for GET the query. */
  form: URLSearchParams
  /** The body, parsed from JSON or from a form. */
  told: unknown
  isForm: boolean
  /** The path's extension. */
  ending: 'json' | 'rss' | null
  headers: { authorization: string; accept: string; userAgent: string }
  /** Whether the request is cross-site: a page of another site sent it through a browser. */
  isForeign: boolean
  /** The client's IP address. */
  address: string
  origin: string
}

/** A request with a token, for a user or for an app alone. */
export interface ApiCall extends View {
  call: Call
  token: Token
  /** The path's captured parts, in order. */
  parts: string[]
}

export function ok(body: object | string): Answer {
  return { status: 200, body }
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
}

/** Returns an error with a status and, if given, a reason. */
export function refused(status: number, why: object = {}, headers: Record<string, string> = {}): Answer {
  return { status, body: { ...why, message: reasons[status] ?? 'Error', error: status }, headers }
}

/** A validation error: its code, its message and the field. */
export type Fault = readonly [code: string, words: string, field: string | null]

/**
 * Returns a validation error in one of Reddit's two styles: 200 with a list of errors, or 400 with the first one if the
 * client sets `validate_on_submit`.
 */
export function faulty(call: Call, fault: Fault, more: object = {}): Answer {
  const [code, words, field] = fault
  if (!/^true$/i.test(call.form.get('validate_on_submit') ?? '')) {
    return ok({ json: { ...more, errors: [fault] } })
  }
  const fields = field === null ? [] : [field]
  return { status: 400, body: { fields, explanation: words, message: 'Bad Request', reason: code } }
}

/** Returns a success, with the result if there is one. */
export function done(data?: object): Answer {
  return ok({ json: data === undefined ? { errors: [] } : { errors: [], data } })
}

export const userRequired: Fault = ['USER_REQUIRED', 'Please log in to do that.', null]
