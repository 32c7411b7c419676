import { z } from 'zod'
import { ApiError } from '../../contract/errors.ts'
import { fieldsOf } from '../../contract/populate.ts'
import type { Query } from '../../contract/query.ts'
import type { Resource } from '../../contract/resource.ts'
import { pickFields } from './pick-fields.ts'

const Sent = z.object({ data: z.looseObject({ id: z.string() }), meta: z.unknown() })

/**
 * The answer to a write with the fields and relations that were asked for, as reading the row has them. What is told
 * in this answer alone, such as a new token, stays. `readBack` reads the row with its relations.
 */
export async function asAskedFor(
  sent: unknown,
  { find, query }: { find: Resource; query: Query },
  readBack: (id: string) => Promise<unknown>,
): Promise<unknown> {
  const written = Sent.safeParse(sent)
  // What was deleted is answered with nothing.
  if (!written.success) return sent
  const { data } = written.data
  const populates = Object.keys(query.populate).length > 0
  const read = populates ? Sent.safeParse(await readBack(data.id).catch(outOfReach)).data?.data : undefined
  const toldOnce = Object.keys(data).filter((key) => !fieldsOf(find).includes(key))
  return pickFields({ ...written.data, data: { ...data, ...read } }, withFields(query, toldOnce))
}

function withFields(query: Query, more: readonly string[]): Query {
  return query.fields ? { ...query, fields: [...query.fields, ...more] } : query
}

/** It is written by now: who may not look at it (any more) is answered with what they wrote. */
function outOfReach(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}
