import type { Pagination } from '#platform/contract/endpoint.ts'
import { totalMax } from '#platform/contract/query/filters.ts'
import { type AdminSort, adminRowsPerPage } from '../../contract-admin.ts'

/** A page of rows in Strapi's form. */
export interface RowsPage<Row> {
  data: Row[]
  meta: { pagination: Pagination }
}

/** Where a page starts: the order, and the last row of the page before. */
export interface Start {
  sort: string
  falling: boolean
  afterKey: string | null
  afterId: string | null
}

const idLength = 36

/** Returns the start of a page. A cursor has the id of the last row and its sort key. */
export function startOf({ sort, cursor }: { sort: AdminSort; cursor?: string | undefined }): Start {
  const [by = '', direction] = sort.split(':')
  const afterKey = cursor?.slice(idLength) ?? null
  return { sort: by, falling: direction === 'desc', afterKey, afterId: cursor?.slice(0, idLength) ?? null }
}

/** The start of the newest rows. */
export const newest = startOf({ sort: 'created:desc' })

/** Returns a page of rows that were read with one more, which tells whether another page follows. */
export function pageOf<Read extends { id: string; key: string; total: number }, Row>(
  read: readonly Read[],
  present: (row: Read) => Row,
): RowsPage<Row> {
  const rows = read.slice(0, adminRowsPerPage)
  const found = read[0]?.total ?? 0
  const last = rows.at(-1)
  return {
    data: rows.map(present),
    meta: {
      pagination: {
        total: Math.min(found, totalMax),
        ...(found > totalMax && { totalCapped: true }),
        nextCursor: last && read.length > rows.length ? last.id + last.key : null,
      },
    },
  }
}
