import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Change, EventKind } from '../../contract/events.ts'
import { invalidate } from '../api/fetches.ts'

/** The queries to invalidate, by kind of change, apart from the lists below. */
const outdated: Record<EventKind, (projectId: string, id: string | null) => QueryKey[]> = {
  opportunities: (projectId, id) => [
    ['opportunities-latest', projectId],
    ['opportunities-any', projectId],
    // A decision about a lead. Nothing else about leads changes these.
    ...(id === null
      ? [['opportunity']]
      : [
          ['opportunity', id],
          ['reply-company', projectId],
          ['notices', projectId],
        ]),
  ],
  mentions: (projectId) => [['mention-figures', projectId], ['mention']],
  project: (projectId) => [['projects'], ['members'], ['memberships'], ['audit', projectId]],
  watchlist: (projectId) => [
    ['keywords', projectId],
    ['competitors', projectId],
    ['history', projectId],
    ['audit', projectId],
  ],
  imports: (projectId) => [['imports', projectId]],
  leadRuns: (projectId, id) => [['lead-runs', projectId], id === null ? ['lead-run'] : ['lead-run', id]],
  billing: (projectId) => [
    ['access', projectId],
    ['billing', projectId],
  ],
  health: (projectId) => [['health', projectId]],
  // One may be of a note about what was just open.
  notices: (projectId) => [['notices', projectId], ['notes']],
  answering: (projectId) => [['reply-company', projectId]],
  messages: (projectId) => [
    ['inbox-figures', projectId],
    ['conversation'],
    ['messages'],
    ['message-settings', projectId],
    ['mailboxes', projectId],
    ['mail-suppressions', projectId],
    ['outreach'],
    ['person-conversations'],
    ['person-emails'],
    ['timeline'],
  ],
  campaigns: (projectId, id) => [['campaigns', projectId], id === null ? ['campaign'] : ['campaign', id]],
  people: (projectId, id) => [
    ['people', projectId],
    ['person-stages', projectId],
    ['crm-author', projectId],
    ...['person', 'tasks', 'timeline'].map((key) => (id === null ? [key] : [key, id])),
    // It shows the person beside their messages.
    ['conversation'],
  ],
  seo: (projectId) => [['seo', projectId]],
  insights: (projectId) => [['insight-series', projectId]],
}
/**
 * Lists whose rows must not move while the user reads (DESIGN 4): their screen applies changes to the rows it shows.
 * Lists that no screen shows are removed, and fetched again when they are next shown.
 */
const lists: Partial<Record<EventKind, string>> = {
  opportunities: 'opportunities',
  mentions: 'mentions',
  messages: 'conversations',
}
const everything = (Object.keys(outdated) as EventKind[]).map((kind): Change => ({ kind, id: null }))

/**
 * Invalidates queries: refetches those on screen now and the others when they are next shown. Null: anything may have
 * changed.
 */
export function applyChanges(queryClient: QueryClient, projectId: string, changes: readonly Change[] | null): void {
  for (const { kind, id } of changes ?? everything) {
    for (const queryKey of outdated[kind](projectId, id)) invalidate(queryClient, { queryKey })
    const list = lists[kind]
    if (list) queryClient.removeQueries({ queryKey: [list, projectId], type: 'inactive' })
  }
  for (const listener of listeners) listener(changes)
}

type Listener = (changes: readonly Change[] | null) => void
const listeners = new Set<Listener>()

/** Subscribes to all changes of the current project. Returns a function that unsubscribes. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
