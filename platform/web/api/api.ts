import type { z } from 'zod'
import type { EndpointName, endpoints } from '#app/contracts.ts'
import { callError, unknownError } from './call-error.ts'
import type { Query } from './query-string.ts'
import { queryString } from './query-string.ts'
import { submitOnce } from './submissions.ts'

/** How to call each endpoint of the contract, put in by the build. `creates`: it takes an idempotency key. */
declare const ADDRESSES: Record<EndpointName, { method: string; path: string; creates?: true }>

type Endpoints = typeof endpoints
export type Answer<Name extends EndpointName> = z.output<Endpoints[Name]['answer']>

type Body<Name extends EndpointName> = Endpoints[Name] extends { body: infer Schema extends z.ZodType }
  ? { body: z.input<Schema> }
  : { body?: never }
type Id<Name extends EndpointName> = Endpoints[Name]['path'] extends `${string}:id${string}`
  ? { id: string }
  : { id?: never }
type Bytes<Name extends EndpointName> = Endpoints[Name] extends { bytesMax: number }
  ? { number: number; bytes: Blob }
  : { number?: never; bytes?: never }
type Asked<Name extends EndpointName> = Endpoints[Name] extends { find: string }
  ? { query?: Query }
  : Endpoints[Name] extends { query: infer Schema extends z.ZodType<unknown, Query> }
    ? { query: z.input<Schema> }
    : { query?: never }
type Call<Name extends EndpointName> = Body<Name> &
  Bytes<Name> &
  Id<Name> &
  Asked<Name> & {
    signal?: AbortSignal
    /** True where the call is to be made though the page is left at this moment. */
    keepalive?: boolean
  }

/** The one way to the server: an endpoint of the contract by name. Its answer is the contract's. Throws CallError. */
export function call<Name extends EndpointName>(name: Name, request: Call<Name>): Promise<Answer<Name>> {
  const { method, path, creates } = ADDRESSES[name]
  const query = request.query ? `?${queryString(request.query)}` : ''
  const place = path.replace(':id', encodeURIComponent(request.id ?? '')).replace(':number', String(request.number))
  const url = `/api${place}${query}`
  if (!creates) return send(method, url, request)
  return submitOnce(JSON.stringify([url, request.body]), (key) => send(method, url, request, key))
}

interface Sent {
  body?: unknown
  bytes?: Blob
  signal?: AbortSignal
  keepalive?: boolean
}

async function send<T>(method: string, url: string, request: Sent, idempotencyKey?: string): Promise<T> {
  const type = request.bytes ? 'application/octet-stream' : request.body === undefined ? null : 'application/json'
  const response = await fetch(url, {
    method,
    headers: {
      ...(type && { 'content-type': type }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    ...(request.bytes && { body: request.bytes }),
    ...(request.signal && { signal: request.signal }),
    ...(request.keepalive && { keepalive: true }),
  }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error
    throw unknownError('The server could not be reached. Please check your connection and try again.')
  })
  const body = parseJson(await response.text())
  if (!response.ok) throw callError(body)
  return body as T
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
