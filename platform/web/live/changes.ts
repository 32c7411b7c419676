import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Change, EventKind } from '../../contract/events.ts'
import { invalidate } from '../api/fetches.ts'

/**
 * What was fetched and is no longer true, by the kind of what changed. Lists of leads are not among it: their rows never
 * move under a reader (DESIGN 4), so that the screen itself puts in them what changed.
 */
const outdated: Record<EventKind, (projectId: string, id: string | null) => QueryKey[]> = {
  opportunities: (projectId, id) => [
    ['opportunities-latest', projectId],
    ['opportunities-any', projectId],
    id === null ? ['opportunity'] : ['opportunity', id],
  ],
  mentions: (projectId) => [['mention-figures', projectId]],
  project: (projectId) => [['projects'], ['members'], ['memberships'], ['audit', projectId]],
  watchlist: (projectId) => [
    ['keywords', projectId],
    ['competitors', projectId],
    ['history', projectId],
    ['audit', projectId],
  ],
  imports: (projectId) => [['imports', projectId]],
  health: (projectId) => [['health', projectId]],
}
const everything = (Object.keys(outdated) as EventKind[]).map((kind): Change => ({ kind, id: null }))

/** Fetches again what is shown and no longer true, and later what is not shown now. Null: everything may have changed. */
export function applyChanges(queryClient: QueryClient, projectId: string, changes: readonly Change[] | null): void {
  for (const { kind, id } of changes ?? everything) {
    for (const queryKey of outdated[kind](projectId, id)) invalidate(queryClient, { queryKey })
    if (kind === 'opportunities')
      queryClient.removeQueries({ queryKey: ['opportunities', projectId], type: 'inactive' })
  }
  for (const listener of listeners) listener(changes)
}

type Listener = (changes: readonly Change[] | null) => void
const listeners = new Set<Listener>()

/** Hears of every change of the project that is shown. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
