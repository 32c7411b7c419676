import { ApiError } from '../errors.ts'

/** Where in a query string something stands: its top-level key and the keys below it. */
export type Path = readonly [param: string, ...keys: string[]]

/** A key that the resource does not offer at this place (DECISIONS 11). */
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

/** A list as brackets give it: an array, or an object of numbered keys where the numbers have gaps. */
export function listOf(value: unknown, path: Path): unknown[] {
  const list = typeof value === 'object' && value !== null ? value : null
  if (!list || !Object.keys(list).every((key) => /^\d+$/.test(key))) throw invalidValue(path, 'must be a list')
  return Object.values(list)
}

/** One value, comma-separated values or a list of either, as Strapi allows for sort, fields and populate. */
export function wordsOf(value: unknown, path: Path): string[] {
  const values = typeof value === 'string' ? [value] : listOf(value, path)
  return values.flatMap((each) => {
    if (typeof each !== 'string' || each === '') throw invalidValue(path, 'must be a name or a list of names')
    return each.split(',')
  })
}
