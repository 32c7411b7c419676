/** The operators of the Strapi dialect that we understand (DECISIONS 12). */
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

/** The only keys a query string may have at its top (DECISIONS 12); any other is 400. */
export const topLevelKeys = ['filters', 'sort', 'fields', 'populate', 'pagination', 'status', 'locale'] as const

/** How much one query may ask for, so that none is dear to read: levels of brackets, tests in all, values of one $in. */
export const filterDepthMax = 10
export const conditionsMax = 200
export const operandsMax = 200

/** How many relations deep an answer may go: a relation, and relations of that (DECISIONS 13). */
export const populateDepthMax = 2

export const pageSizeDefault = 25
export const pageSizeMax = 100

/** Totals are exact up to this many rows, and said to be capped above it (DECISIONS 12). */
export const totalMax = 10_000
