import type { EndpointName, endpoints } from '@earshot/contract/api'
import type { z } from 'zod'
import { callError, unknownError } from './call-error.ts'
import type { Query } from './query-string.ts'
import { queryString } from './query-string.ts'

/** Method and path of every endpoint of the contract, put in by the build. */
declare const ADDRESSES: Record<EndpointName, { method: string; path: string }>

type Endpoints = typeof endpoints
export type Answer<Name extends EndpointName> = z.output<Endpoints[Name]['answer']>

type Body<Name extends EndpointName> = Endpoints[Name] extends { body: infer Schema extends z.ZodType }
  ? { body: z.input<Schema> }
  : { body?: never }
type Id<Name extends EndpointName> = Endpoints[Name]['path'] extends `${string}:id${string}`
  ? { id: string }
  : { id?: never }
type Find<Name extends EndpointName> = Endpoints[Name] extends { find: string } ? { query?: Query } : { query?: never }
type Call<Name extends EndpointName> = Body<Name> & Id<Name> & Find<Name> & { signal?: AbortSignal }

/** The one way to the server: an endpoint of the contract by name. Its answer is the contract's. Throws CallError. */
export async function call<Name extends EndpointName>(name: Name, request: Call<Name>): Promise<Answer<Name>> {
  const { method, path } = ADDRESSES[name]
  const query = request.query ? `?${queryString(request.query)}` : ''
  const url = `/api${path.replace(':id', encodeURIComponent(request.id ?? ''))}${query}`
  const response = await fetch(url, {
    method,
    ...(request.body === undefined
      ? {}
      : { body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
    ...(request.signal && { signal: request.signal }),
  }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error
    throw unknownError('The server could not be reached. Please check your connection and try again.')
  })
  const body = parseJson(await response.text())
  if (!response.ok) throw callError(body)
  return body as Answer<Name>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
