import { ApiError } from '../errors.ts'

/** A position in a query string: its top-level key and the keys below it. */
export type Path = readonly [param: string, ...keys: string[]]

/** Creates the error for a key that the resource does not support at this position (DECISIONS 11). */
export function invalidKey(path: Path): ApiError {
  const key = path.at(-1) ?? ''
  const parents = path.slice(1, -1).join('.')
  return new ApiError('ValidationError', `Invalid key ${key}${parents && ` at ${parents}`}`, detailsOf(path))
}

export function invalidValue(path: Path, why: string): ApiError {
  return new ApiError('ValidationError', `Invalid value at ${path.join('.')}: ${why}`, detailsOf(path))
}

function detailsOf(path: Path): Record<string, unknown> {
  const [param, ...keys] = path
  return { key: path.at(-1), path: keys.length > 0 ? keys.join('.') : param, source: 'query', param }
}

/** Reads a list in brackets: an array, or an object with numeric keys if the indexes have gaps. */
export function listOf(value: unknown, path: Path): unknown[] {
  const list = typeof value === 'object' && value !== null ? value : null
  if (!list || !Object.keys(list).every((key) => /^\d+$/.test(key))) throw invalidValue(path, 'must be a list')
  return Object.values(list)
}

/** Reads one value, comma-separated values or a list of either, as Strapi allows for sort, fields and populate. */
export function wordsOf(value: unknown, path: Path): string[] {
  const values = typeof value === 'string' ? [value] : listOf(value, path)
  return values.flatMap((each) => {
    if (typeof each !== 'string' || each === '') throw invalidValue(path, 'must be a name or a list of names')
    return each.split(',')
  })
}
