import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Resource } from '#platform/contract/resource.ts'
import { type EndpointName, endpoints } from './contracts.ts'

/** How a row that was written is read. */
export interface ReadBack {
  name: EndpointName
  endpoint: Endpoint
  find: Resource
}

/**
 * The endpoint that reads the row which a write makes, changes or deletes; null where what is written is no row of a
 * resource. Strapi's client sends `fields`, `populate`, `status` and `locale` along with writes too, about that row.
 */
export function readBackOf({ method, path }: Endpoint): ReadBack | null {
  if (method === 'GET') return null
  return readBacks.get(method === 'POST' ? `${path}/:id` : path) ?? null
}

const readBacks = new Map<string, ReadBack>(
  (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const endpoint: Endpoint = endpoints[name]
    const { method, path, find } = endpoint
    return method === 'GET' && find && path.endsWith('/:id') ? [[path, { name, endpoint, find }]] : []
  }),
)
