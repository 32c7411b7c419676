import { useSyncExternalStore } from 'react'

/** The dialog of the shell that is open over the page. */
export type OpenDialog = 'palette' | 'projects' | 'shortcuts' | 'feedback' | null

let opened: OpenDialog = null
const listeners = new Set<() => void>()

export function setOpenDialog(what: OpenDialog): void {
  opened = what
  for (const listener of listeners) listener()
}

export function useOpenDialog(): OpenDialog {
  return useSyncExternalStore(subscribe, () => opened)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
