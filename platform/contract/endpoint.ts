import { z } from 'zod'
import type { Right } from '#engine/rules/rights.ts'
import type { ErrorName } from './errors.ts'
import type { Resource } from './resource.ts'

/** One endpoint. Paths are below /api; `:id` is a UUID, `:number` a whole number from 0. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /**
   * Who may call. known: anyone, and whoever is signed in is known · signedIn: a user, or an API token of theirs, which
   * reaches its project and may write only where it says so · inPerson: a user and never a token. What they may touch is
   * decided by the verb.
   */
  access: 'anyone' | 'known' | 'signedIn' | 'inPerson'
  /**
   * What a member's role must allow (engine/rules/access): a project where it does not is out of the call's reach. Where nothing
   * is said: `readWatchlist`, which is the team's, so that clients have only what is named for them.
   */
  right?: Right
  /** Also for projects that their plan does not open (DECISIONS 4). */
  exempt?: true
  /** The resource that is read, its query string in the dialect of platform/contract/query; elsewhere no query key is allowed. */
  find?: Resource
  /** The keys that its query string has, where it reads no resource. */
  query?: z.ZodObject
  /**
   * The moments of SPEC 4 for the cookies (DECISIONS 9). clears: before the call · starts: so too, and then set from the
   * answer's jwt · renews: set from it, and left alone where the call fails · ends: cleared after it.
   */
  session?: 'clears' | 'starts' | 'renews' | 'ends'
  /** Where a person's browser is sent, for an address that people open from a mail: paths of pages, failures by name. */
  landing?: { done: string; failed: Partial<Record<ErrorName, string>> }
  body?: z.ZodType
  /** Where the body is bytes (application/octet-stream) instead of JSON: how many there may be. */
  bytesMax?: number
  answer: z.ZodType
  /** HTTP status of success; 200 unless said. */
  status?: number
}

/** Whether a repeated request with the same Idempotency-Key has one effect: for what a signed-in caller creates. */
export function takesIdempotencyKey({ method, status, access }: Endpoint): boolean {
  return method === 'POST' && status === 201 && (access === 'signedIn' || access === 'inPerson')
}

const rowId = z.union([
  z.uuid(),
  z.strictObject({ documentId: z.uuid() }).transform((row) => row.documentId),
  z.strictObject({ id: z.uuid() }).transform((row) => row.id),
])

/** The row that `data.project` names: an id, or one of Strapi's longer forms (DECISIONS 13). */
export const relation = z.union([
  rowId,
  z.strictObject({ connect: z.tuple([rowId]) }).transform((value) => value.connect[0]),
  z.strictObject({ set: z.tuple([rowId]) }).transform((value) => value.set[0]),
])

/** The answer with one row. */
export const one = <T extends z.ZodType>(data: T) => z.object({ data, meta: z.object({}) })

export const Pagination = z.object({
  page: z.number().int().optional(),
  pageSize: z.number().int().optional(),
  pageCount: z.number().int().optional(),
  start: z.number().int().optional(),
  limit: z.number().int().optional(),
  total: z.number().int(),
  /** True where `total` stopped counting at platform/contract/filters totalMax. */
  totalCapped: z.boolean().optional(),
  nextCursor: z.string().nullable().optional(),
})
export type Pagination = z.infer<typeof Pagination>

/** The answer with a page of rows. */
export const many = <T extends z.ZodType>(data: T) =>
  z.object({ data: z.array(data), meta: z.object({ pagination: Pagination }) })

/** Strapi's wrapper around what is sent. */
export const envelope = <T extends z.ZodType>(data: T) => z.strictObject({ data })

/** No answer but the status. */
export const nothing = z.void()
