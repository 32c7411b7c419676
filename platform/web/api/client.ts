import type { z } from 'zod'
import { positionHeader } from '../../contract/event-position.ts'
import type { Resource } from '../../contract/resource.ts'
import type { PlatformEndpoints } from '../../contract/session.ts'
import { callError, unknownError } from './call-error.ts'
import { beforeRequest } from './page-start.ts'
import type { Query } from './query-string.ts'
import { queryString } from './query-string.ts'
import { submitOnce } from './submissions.ts'

/**
 * The method and path of each endpoint that the app calls, injected by the build. `creates`: it takes an idempotency
 * key.
 */
declare const ADDRESSES: Record<string, { method: string; path: string; creates?: true }>

/** The part of a contract endpoint that the client uses. */
interface ClientEndpoint {
  path: string
  answer: z.ZodType
  body?: z.ZodType
  bytesMax?: number
  streams?: true
  find?: Resource
  query?: z.ZodType
}

/** The value that a call of this endpoint resolves with. */
export type Answer<Called extends ClientEndpoint> = z.output<Called['answer']>

type Body<Called> = Called extends { body: infer Schema extends z.ZodType }
  ? { body: z.input<Schema> }
  : { body?: never }
type Id<Called> = Called extends { path: `${string}:id${string}` } ? { id: string } : { id?: never }
type Bytes<Called> = Called extends { bytesMax: number } ? { bytes: Blob } : { bytes?: never }
type Numbered<Called> = Called extends { path: `${string}:number${string}` } ? { number: number } : { number?: never }
type Asked<Called> = Called extends { find: Resource }
  ? { query?: Query }
  : Called extends { query: infer Schema extends z.ZodType<unknown, Query> }
    ? { query: z.input<Schema> }
    : { query?: never }

/** A stream's parts are passed on as they arrive. They are not checked as the answer is. */
type Streamed<Called> = Called extends { streams: true } ? { onText?: (text: string) => void } : { onText?: never }

interface CallOptions {
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

interface Request extends CallOptions {
  body?: unknown
  id?: string | undefined
  number?: number | undefined
  bytes?: Blob | undefined
  query?: Query | undefined
  onText?: ((text: string) => void) | undefined
}

/**
 * Creates a feature's API client: `const call = clientFor<typeof leadsEndpoints>()`, then `call('leadsFind', {...})`.
 * It uses only the contract's types, which keeps the schemas out of the pages. Calls throw CallError.
 */
export function clientFor<Endpoints extends Record<string, ClientEndpoint>>() {
  return async <Name extends keyof Endpoints & string>(
    name: Name,
    request: Body<Endpoints[Name]> &
      Bytes<Endpoints[Name]> &
      Numbered<Endpoints[Name]> &
      Id<Endpoints[Name]> &
      Asked<Endpoints[Name]> &
      Streamed<Endpoints[Name]> &
      CallOptions,
  ): Promise<Answer<Endpoints[Name]>> => (await send(name, request)) as Answer<Endpoints[Name]>
}

/** Calls the endpoints that the platform itself needs. */
export const call = clientFor<PlatformEndpoints>()

async function send(name: string, request: Request): Promise<unknown> {
  const address = ADDRESSES[name]
  if (!address) throw new Error(`This build has no endpoint ${name}`)
  const query = request.query ? `?${queryString(request.query)}` : ''
  const path = address.path
    .replace(':id', encodeURIComponent(request.id ?? ''))
    .replace(':number', String(request.number))
  const url = `/api${path}${query}`
  if (!address.creates) return fetchAnswer(address.method, url, request)
  const content = request.bytes ? numberOf(request.bytes) : request.body
  return submitOnce(JSON.stringify([url, content]), (key) => fetchAnswer(address.method, url, request, key))
}

const blobs = new WeakMap<Blob, number>()
let blobsSent = 0

/** Returns a number that stands for the content of a Blob: the same one when it is sent again. */
function numberOf(blob: Blob): number {
  const known = blobs.get(blob)
  if (known !== undefined) return known
  blobsSent += 1
  blobs.set(blob, blobsSent)
  return blobsSent
}

async function fetchAnswer(method: string, url: string, request: Request, idempotencyKey?: string): Promise<unknown> {
  const type = request.bytes ? 'application/octet-stream' : request.body === undefined ? null : 'application/json'
  const received = beforeRequest()
  const response = await fetch(url, {
    method,
    headers: {
      ...(type && { 'content-type': type }),
      ...(request.onText && { accept: 'text/event-stream' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    ...(request.bytes && { body: request.bytes }),
    ...(request.signal && { signal: request.signal }),
    ...(request.keepalive && { keepalive: true }),
  }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error
    throw unknownError("Couldn't reach the server. Check your connection and try again.")
  })
  received(response.headers.get(positionHeader))
  if (request.onText && response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const { readAnswerStream } = await import('./answer-stream.ts')
    return readAnswerStream(response.body, request.onText)
  }
  const body = parseJson(await response.text())
  if (!response.ok) throw callError(body)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
