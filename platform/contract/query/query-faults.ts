import { ApiError } from '../errors.ts'

/** A position in a query string: its top-level key and the keys below it. */
export type Path = readonly [param: string, ...keys: string[]]

/** Creates the error for a key that the resource does not support at this position (DECISIONS 11). */
export function invalidKey(path: Path): ApiError {
  const key = path.at(-1) ?? ''
  const parents = path.slice(1, -1).join('.')
  return refusedAt(path, `Invalid key ${key}${parents && ` at ${parents}`}`)
}

export function invalidValue(path: Path, why: string): ApiError {
  return refusedAt(path, `Invalid value at ${path.join('.')}: ${why}`)
}

/** Creates an error with a message of its own. */
export function refusedAt(path: Path, message: string): ApiError {
  return new ApiError('ValidationError', message, detailsOf(path))
}

function detailsOf(path: Path): Record<string, unknown> {
  const [param, ...keys] = path
  return { key: path.at(-1), path: keys.length > 0 ? keys.join('.') : param, source: 'query', param }
}

/** Returns whether a value is a list: an array, or an object with numeric keys if the indexes have gaps. */
export function isList(value: unknown): value is object {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return Array.isArray(value) || (keys.length > 0 && keys.every((key) => /^\d+$/.test(key)))
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Reads a list in brackets. */
export function listOf(value: unknown, path: Path): unknown[] {
  if (!isList(value)) throw invalidValue(path, 'must be a list')
  return Object.values(value)
}

/** Reads one value, comma-separated values or a list of either, as Strapi allows for fields and populate. */
export function wordsOf(value: unknown, path: Path): string[] {
  const values = typeof value === 'string' ? [value] : listOf(value, path)
  return values.flatMap((each) => {
    if (typeof each !== 'string' || each === '') throw invalidValue(path, 'must be a name or a list of names')
    return each.split(',').map((word) => word.trim())
  })
}
