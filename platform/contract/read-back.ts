import type { Endpoint } from './endpoint.ts'

/**
 * Finds the endpoint that reads the row which a write makes, changes, or deletes; null where what is written is no row
 * of a resource. Strapi's client sends `fields`, `populate`, `status`, and `locale` along with writes too, about that row.
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
