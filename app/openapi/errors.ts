import { type Endpoint, takesIdempotencyKey } from '#platform/contract/endpoint.ts'
import type { Response } from './document.ts'
import type { JsonSchema } from './schemas.ts'

/** What each status says, whoever answers with it (DECISIONS 11). */
const meanings = {
  400: 'Something sent is not understood or not allowed; `details` says where.',
  401: 'The token is no good.',
  402: 'The plan of the project does not open this; `details` says what would.',
  403: 'Nobody is signed in, or their role does not allow this.',
  404: 'There is no such row, or it is not yours.',
  409: 'Somebody else was first.',
  413: 'The body is too large.',
  422: 'The idempotency key was used for another request.',
  429: 'Too many tries; `details.retryAfter` says in how many seconds to try again.',
  500: 'A fault of ours.',
  503: 'Not at the moment; `details.retryAfter` says in how many seconds to try again.',
} as const
type Status = keyof typeof meanings

/** Every error answer as a component named by its status. */
export function errorResponses(schema: JsonSchema): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema } } },
    ]),
  )
}

/** The statuses that an endpoint may answer with when it fails. */
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
