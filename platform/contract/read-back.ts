import type { Endpoint } from './endpoint.ts'

/**
 * Finds the endpoint that reads the row which a write creates, changes or deletes; null if it is not a row of a
 * resource. Strapi's client also sends `fields`, `populate`, `status` and `locale` with writes, which apply to that
 * row.
 */
export function readBacks(endpoints: readonly Endpoint[]): (write: Endpoint) => Endpoint | null {
  const byPath = new Map(
    endpoints.flatMap((each) =>
      each.method === 'GET' && each.find && each.path.endsWith('/:id') ? [[each.path, each] as const] : [],
    ),
  )
  return ({ method, path }) => {
    if (method === 'GET') return null
    return byPath.get(method === 'POST' ? `${path}/:id` : path) ?? null
  }
}
