import { useSyncExternalStore } from 'react'

/** What the shell opens over any page. */
export type Opened = 'palette' | 'projects' | 'shortcuts' | 'feedback' | null

let opened: Opened = null
const listeners = new Set<() => void>()

export function setOpened(what: Opened): void {
  opened = what
  for (const listener of listeners) listener()
}

export function useOpened(): Opened {
  return useSyncExternalStore(subscribe, () => opened)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
