import type { Membership } from '../ctx.ts'
import { uuidArray } from './uuid-array.ts'

/** The projects of some memberships, in the forms in which the database is told of them. */
export interface Scope {
  ids: readonly string[]
  /** For the policies (earshot.projects). */
  text: string
  /** For a query's own condition. */
  bytes: Buffer
}

const scopes = new WeakMap<readonly Membership[], Scope>()

/** Made once for the same memberships, which stay the same object until they change: somebody may have a thousand. */
export function scopeOf(memberships: readonly Membership[]): Scope {
  const known = scopes.get(memberships)
  if (known) return known
  const ids = memberships.map(({ projectId }) => projectId)
  const scope = { ids, text: ids.join(','), bytes: uuidArray(ids) }
  scopes.set(memberships, scope)
  return scope
}
