/** What other features may use of this one. */
export { memberships } from './memberships.ts'
export { projects } from './projects.ts'
