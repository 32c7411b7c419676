/** The exports for other features. */
export { savedView } from './tables.ts'
