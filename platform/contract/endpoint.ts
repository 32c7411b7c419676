import { z } from 'zod'
import type { Right } from '#engine/rules/rights.ts'
import type { ErrorName } from './errors.ts'
import type { Resource } from './resource.ts'

/** An endpoint. Paths are below /api; `:id` is a UUID, `:number` a whole number from 0. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /**
   * The required caller. known: anyone, and a signed-in user is identified · signedIn: a user, or a user's API token,
   * which reaches only its project and writes only where allowed · inPerson: a user, never a token. The endpoint's
   * action decides which rows the caller may touch.
   */
  access: 'anyone' | 'known' | 'signedIn' | 'inPerson'
  /**
   * The right that the member's role needs (engine/rules/access). Projects in which the role lacks it are out of reach.
   * The default is `readWatchlist`, a right of the team: clients reach only endpoints that name a right of theirs.
   */
  right?: Right
  /** Also allowed for projects that the user's plan does not cover (DECISIONS 4). */
  exempt?: true
  /**
   * The resource to read, with a query string in the dialect of platform/contract/query. Without it no query key is
   * allowed.
   */
  find?: Resource
  /** The query keys of an endpoint that reads no resource. */
  query?: z.ZodObject
  /**
   * The effect on the session cookies, by the moments of SPEC 4 (DECISIONS 9). clears: before the call · starts:
   * clears, then sets from the answer's jwt · renews: sets from the jwt, unchanged if the call fails · ends: clears
   * after the call.
   */
  session?: 'clears' | 'starts' | 'renews' | 'ends'
  /** The pages that a browser is redirected to from a link in a mail; failures by error name. */
  landing?: { done: string; failed: Partial<Record<ErrorName, string>> }
  /** Whether an internal admin may write here while acting as a user. Other writes of `inPerson` are the user's own. */
  whileActing?: true
  body?: z.ZodType
  /** The maximum number of bytes of a binary body (application/octet-stream); without it the body is JSON. */
  bytesMax?: number
  /** True if the bytes are lines of JSON (application/x-ndjson). A JSON body then stands for its rows. */
  lines?: true
  answer: z.ZodType
  /**
   * Whether clients that accept text/event-stream get the answer in parts: `text` while it is being written, then
   * `answer` or `error` (docs/decisions/0113).
   */
  streams?: true
  /** The HTTP status of success; 200 by default. */
  status?: number
}

/**
 * Returns whether an endpoint accepts an Idempotency-Key, so that repeated requests take effect once. Endpoints that
 * create something for a signed-in caller do.
 */
export function takesIdempotencyKey({ method, status, access }: Endpoint): boolean {
  return method === 'POST' && status === 201 && (access === 'signedIn' || access === 'inPerson')
}

/** The id of a row, alone or in an object. */
export const rowId = z.union([
  z.uuid(),
  z.strictObject({ documentId: z.uuid() }).transform((row) => row.documentId),
  z.strictObject({ id: z.uuid() }).transform((row) => row.id),
])

/** One row, alone or in a list. */
const oneRow = z.union([rowId, z.tuple([rowId]).transform(([row]) => row)])

/** Rows that a relation to one row no longer refers to, which connecting another one implies. */
const someRows = z.union([rowId, z.array(rowId).max(100)])

/** The value of `data.project`: an id, or one of Strapi's longer forms (DECISIONS 13). */
export const relation = z.union([
  oneRow,
  z.strictObject({ connect: oneRow, disconnect: someRows.optional() }).transform((value) => value.connect),
  z.strictObject({ set: oneRow }).transform((value) => value.set),
])

/** The response with one row. */
export const one = <T extends z.ZodType>(data: T) => z.object({ data, meta: z.object({}) })

const pagination = z.object({
  page: z.number().int().optional(),
  pageSize: z.number().int().optional(),
  pageCount: z.number().int().optional(),
  start: z.number().int().optional(),
  limit: z.number().int().optional(),
  total: z.number().int().optional(),
  /** True if `total` stopped at platform/contract/filters totalMax. */
  totalCapped: z.boolean().optional(),
  nextCursor: z.string().nullable().optional(),
})
export type Pagination = z.output<typeof pagination> & { total: number }
/** Clients have a total unless they ask for none with `withCount=false`, which the app never does. */
export const Pagination = pagination as unknown as z.ZodType<Pagination, z.input<typeof pagination>>

/** The response with a page of rows. */
export const many = <T extends z.ZodType>(data: T) =>
  z.object({ data: z.array(data), meta: z.object({ pagination: Pagination }) })

/** Strapi's wrapper around a request body. */
export const envelope = <T extends z.ZodType>(data: T) => z.strictObject({ data })

/** A response without a body. */
export const nothing = z.void()
