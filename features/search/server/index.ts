/** The exports for other features. */
export { foundIn, prepareSearch, sortFound, testOf } from './prepared-search.ts'
export { conditionOf } from './query-sql.ts'
export { requireQuery } from './require-query.ts'
export { savedSearches } from './saved-searches.ts'
export { findItems } from './stored-posts.ts'
