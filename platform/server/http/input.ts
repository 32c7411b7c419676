import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError, type ErrorDetail } from '../../contract/errors.ts'
import { readQuery } from '../../contract/query/query.ts'
import { invalidKey } from '../../contract/query/query-faults.ts'
import { readQueryString } from './url.ts'

/** A request parsed by its endpoint's contract. */
export interface ReadInput {
  id: string | null
  number: number | null
  query: unknown
  body: unknown
  address: string
  cookies: Readonly<Record<string, string | undefined>>
  /** Does nothing unless the caller gets a stream. */
  onText(text: string): void
}

/** A call of an endpoint before it is parsed. */
export interface RawInput {
  /** The values of the path's parameters. */
  params?: unknown
  /** The query string with its brackets parsed. */
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * Parses a request by its endpoint's contract. `writes` is the resource it writes, if any: Strapi's client sends a
 * query with writes. Throws ValidationError or NotFoundError.
 */
export function readInput(endpoint: Endpoint, request: FastifyRequest, writes?: Endpoint['find']): ReadInput {
  const { params, body } = request
  return {
    ...parseInput(endpoint, { params, query: readQueryString(request.url), body }, writes),
    ...callerOf(request),
  }
}

/** Returns what an endpoint may know about where a request came from. */
export function callerOf({ ip, cookies }: FastifyRequest): Pick<ReadInput, 'address' | 'cookies' | 'onText'> {
  return { address: ip, cookies, onText: () => {} }
}

/** Parses a call by its endpoint's contract. Throws as readInput() does. */
export function parseInput(
  endpoint: Endpoint,
  { params, query = {}, body }: RawInput,
  writes?: Endpoint['find'],
): Omit<ReadInput, 'address' | 'cookies' | 'onText'> {
  return {
    id: endpoint.path.includes(':id') ? readId(params) : null,
    number: endpoint.path.includes(':number') ? readNumber(params) : null,
    query: readEndpointQuery(endpoint, query, writes),
    body: endpoint.bytesMax ? readBytes(endpoint.lines ? linesOf(body) : body) : readBody(endpoint, body),
  }
}

/** Parses the id. A malformed one can't belong to a row, so it is not found. */
function readId(params: unknown): string {
  const parsed = z.object({ id: z.guid() }).safeParse(params)
  if (!parsed.success) throw new ApiError('NotFoundError', 'Not Found')
  return parsed.data.id
}

function readNumber(params: unknown): number {
  const parsed = z.object({ number: z.string().regex(/^\d{1,9}$/) }).safeParse(params)
  if (!parsed.success) throw new ApiError('NotFoundError', 'Not Found')
  return Number(parsed.data.number)
}

function readEndpointQuery(endpoint: Endpoint, raw: Record<string, unknown>, writes: Endpoint['find']): unknown {
  if (endpoint.query) {
    const { own, rest } = splitQuery(endpoint.query, raw)
    // Strapi's client sends its options with every write.
    if (writes) readQuery(writes, rest, 'one')
    const parsed = endpoint.query.safeParse(writes ? own : { ...raw }, { error: inputMessage, reportInput: false })
    if (!parsed.success) throw inputFault(parsed.error)
    return parsed.data
  }
  if (endpoint.find) return readQuery(endpoint.find, raw, isList(endpoint) ? 'list' : 'one')
  if (writes) return readQuery(writes, raw, 'one')
  const [key] = Object.keys(raw)
  if (key !== undefined) throw invalidKey([key])
  return null
}

/** Splits a query into the keys that an endpoint defines and others. */
function splitQuery({ shape }: z.ZodObject, raw: Record<string, unknown>) {
  const entries = Object.entries(raw)
  const isOwn = ([key]: [string, unknown]) => Object.hasOwn(shape, key)
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    rest: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  }
}

/** Returns whether the endpoint returns a list to filter, sort and page. */
function isList({ path, find }: Endpoint): boolean {
  return find?.name !== 'me' && !path.includes(':id')
}

const nothing = z.union([z.undefined(), z.null(), z.strictObject({ data: z.strictObject({}).optional() })])

function readBody(endpoint: Endpoint, body: unknown): unknown {
  const optional = endpoint.body instanceof z.ZodOptional ? endpoint.body : null
  if (optional && nothing.safeParse(body).success) return undefined
  const schema = optional ? (optional.unwrap() as z.ZodType) : (endpoint.body ?? nothing)
  const wrapped = schema instanceof z.ZodObject && 'data' in schema.shape
  if (wrapped && !z.object({ data: z.looseObject({}) }).safeParse(body).success) {
    throw new ApiError('ValidationError', 'Missing "data" payload in the request body')
  }
  const parsed = schema.safeParse(body, { error: inputMessage, reportInput: false })
  if (!parsed.success) throw inputFault(parsed.error)
  if (!endpoint.body) return null
  return wrapped ? z.object({ data: z.unknown() }).parse(parsed.data).data : parsed.data
}

/** Returns a JSON body as bytes, for an endpoint that takes lines: an array, or rows in Strapi's wrapper, stand for lines. */
function linesOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? Buffer.from(JSON.stringify(body)) : body
}

function readBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new ApiError('ValidationError', 'The request body must be bytes, with content-type: application/octet-stream')
}

/**
 * Converts a schema's issues to Strapi's error format: an unknown or read-only key by name (DECISIONS 11), or else one
 * detail per issue, with its path inside `data`. Never includes a value: it may be a password.
 */
function inputFault(error: z.ZodError): ApiError {
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) {
    const key = unknown.keys[0] ?? ''
    const path = [...insideData(unknown.path), key].join('.')
    return new ApiError('ValidationError', `Invalid key ${key}`, { key, path, source: 'body' })
  }
  const errors = error.issues.map(
    (issue): ErrorDetail => ({ path: insideData(issue.path), message: issue.message, name: 'ValidationError' }),
  )
  const message = errors.length === 1 && errors[0] ? errors[0].message : `${errors.length} errors occurred`
  return new ApiError('ValidationError', message, { errors })
}

/** Returns the default message for an issue, starting with the field's name. */
export function inputMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const name = insideData(issue.path ?? []).join('.') || 'the body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${name} is required` : `${name} must be ${article(issue.expected)}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${name} must not be empty`
      return `${name} must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
    case 'too_big':
      return `${name} must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
    case 'invalid_format':
      return `${name} is not valid`
    default:
      return undefined
  }
}

function insideData(path: readonly PropertyKey[]): (string | number)[] {
  const names = path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  return names[0] === 'data' ? names.slice(1) : names
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}
