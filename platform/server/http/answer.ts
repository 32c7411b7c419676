import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import { fieldsOf, type Wanted } from '../../contract/query/populate.ts'
import type { Query } from '../../contract/query/query.ts'
import type { Resource } from '../../contract/resource.ts'

/** Returns only the fields that the contract declares. Throws if an answer doesn't match it, which is a bug. */
export function encodeAnswer<Answer extends z.ZodType>(
  endpoint: Endpoint & { answer: Answer },
  answer: unknown,
  request: FastifyRequest,
): z.output<Answer> {
  const encoded = endpoint.answer.safeParse(answer)
  if (encoded.success) return encoded.data
  const wrong = encoded.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`)
  request.log.error({ endpoint: endpoint.path, wrong }, 'response violates the contract')
  throw new ApiError('InternalServerError', 'Internal Server Error')
}

const WrittenRow = z.object({ data: z.looseObject({ id: z.string() }), meta: z.unknown() })

/**
 * Returns the answer to a write with the requested fields and relations, as reading the row would. Keys that only this
 * answer has, such as the secret of a new token, stay. `readBack` reads the row with its relations.
 */
export async function shapeWrittenRow(
  sent: unknown,
  { find, query }: { find: Resource; query: Query },
  readBack: (id: string) => Promise<unknown>,
): Promise<unknown> {
  const written = WrittenRow.safeParse(sent)
  // The answer to a deletion is empty.
  if (!written.success) return sent
  const { data } = written.data
  const populates = Object.keys(query.populate).length > 0
  const read = populates ? WrittenRow.safeParse(await readBack(data.id).catch(nullIfRefused)).data?.data : undefined
  const writeOnly = Object.keys(data).filter((key) => !fieldsOf(find).includes(key))
  const wanted = query.fields ? { ...query, fields: [...query.fields, ...writeOnly] } : query
  return pickFields({ ...written.data, data: { ...data, ...read } }, wanted)
}

/** Falls back to the written row if the caller can no longer read it: the write is already done. */
function nullIfRefused(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

const always = ['id', 'documentId']

/** Keeps the requested fields of an answer, its ids, and populated relations (DECISIONS 12). */
export function pickFields(answer: unknown, query: Wanted): unknown {
  if (isWhole(query) || !isRecord(answer)) return answer
  // The signed-in user is sent without Strapi's wrapper (DECISIONS 6).
  return 'data' in answer ? { ...answer, data: pick(answer.data, query) } : pick(answer, query)
}

function isWhole({ fields, populate }: Wanted): boolean {
  return fields === null && Object.values(populate).every((wanted) => !wanted.where && isWhole(wanted))
}

function pick(rows: unknown, wanted: Wanted): unknown {
  if (Array.isArray(rows)) return rows.map((row) => pick(row, wanted))
  if (!isRecord(rows)) return rows
  const relations = Object.entries(wanted.populate)
  const kept = wanted.fields ? [...always, ...wanted.fields, ...relations.map(([name]) => name)] : Object.keys(rows)
  const picked = Object.fromEntries(Object.entries(rows).filter(([key]) => kept.includes(key)))
  for (const [name, of] of relations) if (name in picked) picked[name] = pick(picked[name], of)
  for (const [name, { where }] of relations) if (where) picked[name] ??= null
  return picked
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
