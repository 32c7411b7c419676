import type { Disconnected, RelatedChange } from '../../../contract/body/relations.ts'
import { faultOfField } from './own-row.ts'

/**
 * Returns the rows of a to-many relation after a change, ordered by id: such a relation has no order of its own. As in
 * Strapi, a row that is both removed and added stays. Throws ValidationError if there are more than `most`.
 */
export function relatedAfter(
  standing: readonly string[],
  change: RelatedChange,
  { field, most }: { field: string; most: number },
): string[] {
  const kept = 'set' in change ? change.set : standing.filter((id) => !change.disconnect.includes(id))
  const ids = [...new Set('set' in change ? kept : [...kept, ...change.connect])].sort()
  if (ids.length > most) throw faultOfField(field, `${field} must have at most ${most} entries`)
  return ids
}

/** Returns the row that a to-one relation refers to after a change; undefined if nothing changes. */
export function relatedRowAfter(
  standing: string | null,
  change: string | null | Disconnected | undefined,
): string | null | undefined {
  if (typeof change !== 'object' || change === null) return change
  return standing !== null && change.disconnect.includes(standing) ? null : undefined
}
