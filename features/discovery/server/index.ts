/** The exports for other features. */
export { forgetResults } from './forget-results.ts'
