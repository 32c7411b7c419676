/** The supported operators of the Strapi dialect (DECISIONS 12). */
export const operators = [
  '$eq',
  '$eqi',
  '$ne',
  '$nei',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$in',
  '$notIn',
  '$contains',
  '$containsi',
  '$notContains',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$null',
  '$notNull',
  '$between',
] as const
export type Operator = (typeof operators)[number]

export const combinators = ['$and', '$or', '$not'] as const

/** The allowed top-level keys of a query string (DECISIONS 12); others return 400. */
export const topLevelKeys = ['filters', 'sort', 'fields', 'populate', 'pagination', 'status', 'locale'] as const

/** Limits that keep each query cheap: levels of brackets, conditions in total, values of one $in. */
export const filterDepthMax = 10
export const conditionsMax = 200
export const operandsMax = 200

/** The maximum depth of populated relations: a relation and its relations (DECISIONS 13). */
export const populateDepthMax = 2
/** The maximum number of names in a list of relations to populate, which is Strapi's. */
export const populateEntriesMax = 100

export const pageSizeDefault = 25
export const pageSizeMax = 100

/** Totals are exact up to this number of rows and reported as capped above it (DECISIONS 12). */
export const totalMax = 10_000

/** Returns the field that stores another one: publishedAt is createdAt (DECISIONS 6), with its column and indexes. */
export function storedField(field: string): string {
  return field === 'publishedAt' ? 'createdAt' : field
}
