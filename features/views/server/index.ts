/** The exports for other features. */
export { savedViews, usualParams } from './saved-views.ts'
export { savedView } from './tables.ts'
