/** The exports for other features. */
export { requireQuery } from './require-query.ts'
