import { parse } from 'qs'
import { ApiError } from '../../contract/errors.ts'

const lengthMax = 16_000

/**
 * Parses the query string of a request with bracket notation. Keeps keys such as `constructor`, so that they are
 * refused by name like any unknown key. Throws ValidationError for a query that is too long, too deep or too wide.
 */
export function readQueryString(url: string): Record<string, unknown> {
  const start = url.indexOf('?')
  const query = start < 0 ? '' : url.slice(start + 1)
  if (query.length > lengthMax) throw refused('it is too long')
  if (/__proto__/i.test(decoded(query))) throw new ApiError('ValidationError', 'Invalid key __proto__')
  try {
    return parse(query, {
      depth: 20,
      strictDepth: true,
      parameterLimit: 1000,
      arrayLimit: 500,
      throwOnLimitExceeded: true,
      strictNullHandling: true,
      plainObjects: true,
    })
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw refused('it is too deep or too long')
    throw error
  }
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query)
  } catch {
    throw refused('it is not valid UTF-8')
  }
}

function refused(why: string): ApiError {
  return new ApiError('ValidationError', `The query string can't be read: ${why}`)
}

/**
 * Returns a URL whose path can be decoded. If it can't (`/100%`), escapes its percent signs, so that it is an unknown
 * path like any other instead of a router error.
 */
export function decodableUrl(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
