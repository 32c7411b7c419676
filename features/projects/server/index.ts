/** What other features may use of this one. */
export { lockProjectWithRight } from './lock-project.ts'
export { memberships } from './memberships.ts'
export { requireProjectRoom, tooManyProjects } from './project-limit.ts'
export { lockProject, projects, writeArchived } from './projects.ts'
export { project } from './tables.ts'
