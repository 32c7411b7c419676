import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Resource } from '#platform/contract/resource.ts'
import { endpoints } from './contracts.ts'

/** All resources that endpoints read, by name. */
export const resources: Readonly<Record<string, Resource>> = Object.fromEntries(
  Object.values<Endpoint>(endpoints).flatMap(({ find }) => (find ? [[find.name, find]] : [])),
)
