import type { OwnedProject } from '#features/privacy/contract.ts'
import type { CallError } from '#platform/web/api/call-error.ts'

/** Returns the projects that prevent a deletion, as listed in the conflict error; none if it lists none. */
export function ownedProjects({ details }: Pick<CallError, 'details'>): OwnedProject[] {
  const { projects } = details
  return Array.isArray(projects) ? projects.filter(isOwned) : []
}

function isOwned(value: unknown): value is OwnedProject {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && typeof value.id === 'string' && 'name' in value && typeof value.name === 'string'
}
