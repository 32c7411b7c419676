import type { Answer } from '../../sign-in/exchange.ts'
import type { Token } from '../state/tokens.ts'
import type { View } from './view.ts'

/** One request to Reddit, read. */
export interface Call {
  method: string
  /** The path at which Reddit is; empty at the root. */
  root: string
  /** Below that, without .json and without a slash at its end. */
  path: string
  query: URLSearchParams
  /** What was sent as a form; of a GET its query. */
  form: URLSearchParams
  /** What was sent, as JSON or as a form. */
  told: unknown
  isForm: boolean
  /** What the path ends in. */
  ending: 'json' | 'rss' | null
  headers: { authorization: string; accept: string; userAgent: string }
  /** Whether a page of another site asks, by way of somebody's browser. */
  isForeign: boolean
  /** Of whoever asks. */
  address: string
  origin: string
}

/** A request in somebody's name, or in that of an app alone. */
export interface ApiCall extends View {
  call: Call
  token: Token
  /** What of the path stands for something, in its order. */
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

/** A refusal by its status alone, or with why. */
export function refused(status: number, why: object = {}, headers: Record<string, string> = {}): Answer {
  return { status, body: { ...why, message: reasons[status] ?? 'Error', error: status }, headers }
}

/** What is wrong with something sent: its code, in words, and the field. */
export type Fault = readonly [code: string, words: string, field: string | null]

/**
 * Both of Reddit's styles: 200 with a list of faults, or, where all is checked before it is taken, 400 with the first.
 */
export function faulty(call: Call, fault: Fault, more: object = {}): Answer {
  const [code, words, field] = fault
  if (!/^true$/i.test(call.form.get('validate_on_submit') ?? '')) {
    return ok({ json: { ...more, errors: [fault] } })
  }
  const fields = field === null ? [] : [field]
  return { status: 400, body: { fields, explanation: words, message: 'Bad Request', reason: code } }
}

/** What went well, with what came of it. */
export function done(data?: object): Answer {
  return ok({ json: data === undefined ? { errors: [] } : { errors: [], data } })
}

export const userRequired: Fault = ['USER_REQUIRED', 'Please log in to do that.', null]
