import type { Resource } from '../resource.ts'
import { type Condition, readFilters } from './conditions.ts'
import { topLevelKeys } from './filters.ts'
import { type Paging, readPaging } from './paging.ts'
import { type Populate, readFields, readPopulate } from './populate.ts'
import { invalidKey, invalidValue } from './query-faults.ts'
import { readSort, type SortKey } from './sort.ts'

/** A validated query string: all its names belong to the resource. */
export interface Query {
  where: Condition | null
  sort: SortKey[]
  /** The fields to return; null for all. */
  fields: string[] | null
  populate: Populate
  paging: Paging
}

/** The keys for a single row, which can't be filtered, sorted or paged. */
const oneRowKeys: readonly string[] = ['fields', 'populate', 'status', 'locale']

/**
 * Reads a query string whose brackets are already parsed (DECISIONS 12, 13), for a list or for one row. Throws
 * ValidationError with the key and its path.
 */
export function readQuery(resource: Resource, raw: Record<string, unknown>, wanted: 'list' | 'one'): Query {
  const allowed: readonly string[] = wanted === 'one' ? oneRowKeys : topLevelKeys
  for (const key of Object.keys(raw)) if (!allowed.includes(key)) throw invalidKey([key])
  expect(raw, 'status', 'published')
  expect(raw, 'locale', 'en')
  const { filters, sort, fields, populate, pagination } = raw
  return {
    where: filters === undefined ? null : readFilters(resource, filters),
    sort: sort === undefined ? [] : readSort(resource.sortable, sort),
    fields: fields === undefined ? null : readFields(resource, fields, ['fields']),
    populate: populate === undefined ? {} : readPopulate(resource, populate),
    paging: readPaging(pagination, resource.cursor),
  }
}

function expect(raw: Record<string, unknown>, key: string, value: string): void {
  if (raw[key] !== undefined && raw[key] !== value) throw invalidValue([key], `must be ${value}`)
}
