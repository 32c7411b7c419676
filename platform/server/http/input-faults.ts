import type { z } from 'zod'
import { ApiError, type ErrorDetail } from '../../contract/errors.ts'

/**
 * What a schema found wrong in a body, as Strapi says it: an unknown or read-only key by name (DECISIONS 11), else one
 * detail a fault, each with its path inside `data`. Never repeats a value: it may be a password.
 */
export function inputFault(error: z.ZodError): ApiError {
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) {
    const key = unknown.keys[0] ?? ''
    const path = [...insideData(unknown.path), key].join('.')
    return new ApiError('ValidationError', `Invalid key ${key}`, { key, path, source: 'body' })
  }
  const errors = error.issues.map(
    (issue): ErrorDetail => ({ path: insideData(issue.path), message: issue.message, name: 'ValidationError' }),
  )
  const message = errors.length === 1 && errors[0] ? errors[0].message : `${errors.length} errors occurred`
  return new ApiError('ValidationError', message, { errors })
}

/** The words for faults whose schema brings none of its own, led by the name of the field. */
export function inputMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const name = insideData(issue.path ?? []).join('.') || 'the body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${name} is required` : `${name} must be ${article(issue.expected)}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${name} must not be empty`
      return `${name} must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
    case 'too_big':
      return `${name} must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
    case 'invalid_format':
      return `${name} is not valid`
    default:
      return undefined
  }
}

function insideData(path: readonly PropertyKey[]): (string | number)[] {
  const names = path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  return names[0] === 'data' ? names.slice(1) : names
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}
