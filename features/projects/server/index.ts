/** What other features may use of this one. */
export { projects } from './projects.ts'
