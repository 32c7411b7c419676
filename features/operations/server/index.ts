/** What other features may use of this one. */
export { foldTallies } from './health/figures.ts'
