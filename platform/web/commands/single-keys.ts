import { useSyncExternalStore } from 'react'

const storageKey = 'shortcuts'
const listeners = new Set<() => void>()

/**
 * Whether keys without Ctrl or Cmd run commands. Users of speech input can turn them off (WCAG 2.1.4); the palette and
 * the account menu link to the switch.
 */
export function useSingleKeys(): [on: boolean, setOn: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysOn), setSingleKeys]
}

export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // Without storage the keys stay on.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
