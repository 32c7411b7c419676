import type { TourArea } from '@earshot/contract/tours'
import { isTourCompleted, readTourState, tourStateKey, withTourCompleted } from '@earshot/contract/tours'

/** What was completed on this page, for a browser that keeps nothing. */
const completedHere = new Set<TourArea>()

/** Whether somebody has completed the tour of an area, in this browser (SPEC 4). */
export function hasCompleted(area: TourArea): boolean {
  return completedHere.has(area) || isTourCompleted(readTourState(stored()), area)
}

/** Completes a tour and saves it, on top of what other tabs have saved by now (SPEC 4). */
export function complete(area: TourArea): void {
  completedHere.add(area)
  const state = [...completedHere].reduce(withTourCompleted, readTourState(stored()))
  try {
    localStorage.setItem(tourStateKey, JSON.stringify(state))
  } catch {
    // Storage that is off or full forgets it with the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(tourStateKey)
  } catch {
    return null
  }
}
