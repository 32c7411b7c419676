import { and, inArray } from 'drizzle-orm'
import type { Query } from '../../../contract/query/query.ts'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../database.ts'
import { columnOf, compile } from './filter.ts'
import { everything, find, findOne, ownRows, type Reading, type Readings, readingOf } from './find.ts'
import { orderBy, totalOrder } from './keyset.ts'

type Sent = Record<string, unknown>

/**
 * Returns find() and findOne() with the requested relations (DECISIONS 13). Each relation takes one more query, however
 * many rows there are. Related rows are limited to those the actor may see.
 */
export function reader(readings: Readings) {
  return {
    find: <Row, Entity extends Sent>(ctx: Ctx, reading: Reading<Row, Entity>, query: Query) =>
      find(ctx, populating(ctx, readings, reading), query),
    findOne: <Row, Entity extends Sent>(ctx: Ctx, reading: Reading<Row, Entity>, id: string, query: Query) =>
      findOne(ctx, populating(ctx, readings, reading), id, query),
  }
}

/** Returns the reading with its rows presented together with their relations. */
function populating<Row, Entity extends Sent>(
  ctx: Ctx,
  readings: Readings,
  reading: Reading<Row, Entity>,
): Reading<Row, Entity> {
  return {
    ...reading,
    present: async (tx, rows, query) => {
      let sent = await reading.present(tx, rows, query)
      for (const [name, wanted] of Object.entries(query.populate)) {
        const included = reading.included?.[name]
        if (included) {
          // One row needs no order.
          if (!wanted.where) continue
          const ids = rows.map((row) => included.id(row))
          const matching = await included.matching(tx, wanted.where, ids)
          sent = sent.map((row, index) => (matching.has(ids[index]!) ? row : { ...row, [name]: undefined }))
          continue
        }
        const link = reading.links?.[name]
        if (!link) throw new Error(`the relation ${name} is neither linked nor included`)
        const target = readingOf(ctx, readings, link.to)
        if (!target) throw new Error(`the relation ${name} refers to ${link.to}, which has no reading`)
        const relatedIds = await link.ids(tx, rows)
        const ids = new Set(relatedIds.flat().filter((id) => id !== null))
        const found = await byId(ctx, tx, populating(ctx, readings, target), [...ids], { ...everything, ...wanted })
        // A row that doesn't match becomes null in the answer, even if the contract promises one (pickFields).
        const missing = wanted.where ? undefined : null
        const inOrder = (ids: readonly string[]) =>
          wanted.sort?.length ? [...found.keys()].filter((id) => ids.includes(id)) : ids
        const relatedTo = (ids: string | readonly string[] | null | undefined) => {
          if (typeof ids === 'string') return found.get(ids) ?? missing
          return ids ? inOrder(ids).flatMap((id) => found.get(id) ?? []) : null
        }
        sent = sent.map((row, index) => ({ ...row, [name]: relatedTo(relatedIds[index]) }))
      }
      return sent
    },
  }
}

async function byId<Row>(
  ctx: Ctx,
  tx: Transaction,
  reading: Reading<Row, Sent>,
  ids: readonly string[],
  query: Query,
): Promise<Map<string, Sent>> {
  if (ids.length === 0) return new Map()
  const columns = { ...reading.derived, ...reading.columns }
  const filtered = query.where ? compile(query.where, columns) : undefined
  const where = and(ownRows(ctx, reading), inArray(columnOf(reading.columns, 'id'), ids), filtered)
  const order = query.sort.length > 0 ? orderBy(totalOrder(query.sort), columns, reading.unsetLast) : []
  const rows = await reading.rows(tx, { where, orderBy: order, limit: ids.length, offset: 0 })
  const sent = await reading.present(tx, rows, query)
  return new Map(sent.map((row) => [String(row.id), row]))
}
