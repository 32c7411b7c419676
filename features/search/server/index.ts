/** The exports for other features. */
export { conditionOf } from './query-sql.ts'
export { requireQuery } from './require-query.ts'
