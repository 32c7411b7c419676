import type { TourArea } from '../../contract/tours.ts'
import { isTourCompleted, readTourState, tourStateKey, withTourCompleted } from '../../contract/tours.ts'

/** Tours completed on this page, for browsers without storage. */
const completedHere = new Set<TourArea>()

const watchers = new Set<() => void>()

/** Calls back when a tour is completed, in this tab or another. */
export function onTourCompleted(watcher: () => void): void {
  watchers.add(watcher)
  addEventListener('storage', ({ key }) => key === tourStateKey && watcher())
}

/** Returns whether the tour of an area was completed in this browser (SPEC 4). */
export function hasCompleted(area: TourArea): boolean {
  return completedHere.has(area) || isTourCompleted(readTourState(stored()), area)
}

/** Completes a tour and saves it, merged with what other tabs have saved (SPEC 4). */
export function completeTour(area: TourArea): void {
  completedHere.add(area)
  const state = [...completedHere].reduce(withTourCompleted, readTourState(stored()))
  try {
    localStorage.setItem(tourStateKey, JSON.stringify(state))
  } catch {
    // If storage is off or full, completion lasts as long as the page.
  }
  for (const watcher of watchers) watcher()
}

function stored(): string | null {
  try {
    return localStorage.getItem(tourStateKey)
  } catch {
    return null
  }
}
