import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const storageKey = 'shortcuts'
const listeners = new Set<() => void>()

/** Keys that act on their own, `?` aside; somebody who speaks to the computer can turn them off (WCAG 2.1.4). */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, isOn)
  return [on, setOn]
}

/** Calls what belongs to a pressed key, never while one types or a menu or dialog has the keys. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event) || (event.key !== '?' && !isOn())) return
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Where keys have a meaning of their own. A lead that is open over the list shares the keys of the list. */
const taken = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]:not([data-sheet])'

function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  return !(event.target instanceof Element && event.target.closest(taken))
}

function isOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function setOn(on: boolean): void {
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
