import type { TourArea } from '../../contract/tours.ts'
import { isTourCompleted, readTourState, tourStateKey, withTourCompleted } from '../../contract/tours.ts'

/** What was completed on this page, for a browser that keeps nothing. */
const completedHere = new Set<TourArea>()

const watchers = new Set<() => void>()

/** Calls back when a tour is completed, in this tab or another. */
export function onTourCompleted(watcher: () => void): void {
  watchers.add(watcher)
  addEventListener('storage', ({ key }) => key === tourStateKey && watcher())
}

/** Whether somebody has completed the tour of an area, in this browser (SPEC 4). */
export function hasCompleted(area: TourArea): boolean {
  return completedHere.has(area) || isTourCompleted(readTourState(stored()), area)
}

/** Completes a tour and saves it, on top of what other tabs have saved by now (SPEC 4). */
export function completeTour(area: TourArea): void {
  completedHere.add(area)
  const state = [...completedHere].reduce(withTourCompleted, readTourState(stored()))
  try {
    localStorage.setItem(tourStateKey, JSON.stringify(state))
  } catch {
    // Storage that is off or full forgets it with the page.
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
