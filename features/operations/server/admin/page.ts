import type { Pagination } from '#platform/contract/endpoint.ts'
import { totalMax } from '#platform/contract/query/filters.ts'
import { adminRowsPerPage } from '../../contract-admin.ts'

/** A page of rows in Strapi's form. */
export interface RowsPage<Row> {
  data: Row[]
  meta: { pagination: Pagination }
}

/** Returns a page of rows that were read with one more, which tells whether another page follows. */
export function pageOf<Read extends { id: string; total: number }, Row>(
  read: readonly Read[],
  present: (row: Read) => Row,
): RowsPage<Row> {
  const rows = read.slice(0, adminRowsPerPage)
  const found = read[0]?.total ?? 0
  return {
    data: rows.map(present),
    meta: {
      pagination: {
        total: Math.min(found, totalMax),
        ...(found > totalMax && { totalCapped: true }),
        nextCursor: read.length > rows.length ? (rows.at(-1)?.id ?? null) : null,
      },
    },
  }
}
