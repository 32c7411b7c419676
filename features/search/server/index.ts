/** What other features may use of this one. */
export { requireQuery } from './require-query.ts'
