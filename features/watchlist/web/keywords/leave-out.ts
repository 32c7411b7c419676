import { leavingOut } from '#engine/query/leaving-out.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'

/** A query that leaves out a word besides; null, and told by a notice, where that would be too long for one. */
export function leaveOut(query: string, word: string): string | null {
  const without = leavingOut(query, word)
  if (without === null) {
    notify({ title: 'The keyword would be too long: edit it, or make two of it', color: 'red' })
  }
  return without
}
