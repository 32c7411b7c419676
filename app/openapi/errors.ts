import { type Endpoint, takesIdempotencyKey } from '#platform/contract/endpoint.ts'
import type { Response } from './document.ts'
import type { JsonSchema } from './schemas.ts'

/** The description of each error status, the same for all endpoints (DECISIONS 11). */
const meanings = {
  400: 'The request is invalid. `details` names the parameter or field.',
  401: 'The token is invalid or expired.',
  402: 'The project has no access. `details` has the reason and the path of the billing page.',
  403: 'Not signed in, or your role does not allow this.',
  404: 'The row does not exist, or you cannot access it.',
  409: 'The request conflicts with the current state of the row.',
  413: 'The request body is too large.',
  422: 'The idempotency key was already used for a different request.',
  429: 'Too many requests. Retry after `details.retryAfter` seconds.',
  500: 'Server error.',
  503: 'Temporarily unavailable. Retry after `details.retryAfter` seconds.',
} as const
type Status = keyof typeof meanings

/** Returns each error response as a component named after its status. */
export function errorResponses(schema: JsonSchema): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema } } },
    ]),
  )
}

/** Returns the error statuses that an endpoint may return. */
export function errorsOf(endpoint: Endpoint): Status[] {
  const { access, right, exempt, path, method, query, body, bytesMax } = endpoint
  const writes = method !== 'GET'
  const takes = body !== undefined || bytesMax !== undefined
  const can: Record<Status, boolean> = {
    400: true,
    401: access === 'signedIn' || access === 'inPerson',
    402: (access === 'signedIn' || right !== undefined) && !exempt,
    403: access !== 'anyone',
    404: path.includes(':'),
    409: writes && access !== 'anyone',
    413: takes,
    422: takesIdempotencyKey(endpoint),
    429: access !== 'signedIn' && (takes || query !== undefined),
    500: true,
    503: true,
  }
  return statuses.filter((status) => can[status])
}

const statuses = [400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503] as const satisfies readonly Status[]
