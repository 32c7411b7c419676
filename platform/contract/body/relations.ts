import { z } from 'zod'
import { relation, rowId } from '../endpoint.ts'

/** The rows a to-many relation is to have, or the rows to add and to remove. */
export type RelatedChange = { set: string[] } | { connect: string[]; disconnect: string[] }

/** The rows that a to-one relation no longer refers to. */
export interface Disconnected {
  disconnect: string[]
}

/** Strapi's options. `strict` is about positions, which relations don't have. */
const options = z.strictObject({ strict: z.boolean().optional() }).optional()

const rowsUpTo = (most: number) =>
  z.union([z.array(rowId).max(most), rowId.transform((id) => [id]), z.null().transform((): string[] => [])])

/** The value of a to-many relation: its rows, or one of Strapi's longer forms with up to `most` rows each. */
export const relatedRows = (most: number) => {
  const rows = rowsUpTo(most)
  return z.union([
    rows.transform((set): RelatedChange => ({ set })),
    z.strictObject({ set: rows, options }).transform(({ set }): RelatedChange => ({ set })),
    z
      .strictObject({ connect: rows.optional(), disconnect: rows.optional(), options })
      .transform(({ connect = [], disconnect = [] }): RelatedChange => ({ connect, disconnect })),
  ])
}

const none = z.union([z.null(), z.tuple([])])
const cleared = z.union([z.null(), z.strictObject({ set: none }).transform(() => null)])
const disconnected = z.strictObject({ connect: none.optional(), disconnect: rowsUpTo(100).optional() })

/** The value of a to-one relation that may be empty, in a new row. */
export const optionalRelation = z.union([cleared, relation, disconnected.transform(() => null)])

/** A change of such a relation. */
export const changedRelation = z.union([
  cleared,
  relation,
  disconnected.transform(({ disconnect = [] }): Disconnected => ({ disconnect })),
])
