/** The exports for other features. */
export { savedViews } from './saved-views.ts'
export { savedView } from './tables.ts'
