import type { OwnedProject } from '#features/privacy/contract.ts'
import type { CallError } from '#platform/web/api/call-error.ts'

/** The projects that stand in the way of a deletion, as the conflict names them; none where it says nothing of them. */
export function ownedProjects({ details }: Pick<CallError, 'details'>): OwnedProject[] {
  const { projects } = details
  return Array.isArray(projects) ? projects.filter(isOwned) : []
}

function isOwned(value: unknown): value is OwnedProject {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && typeof value.id === 'string' && 'name' in value && typeof value.name === 'string'
}
