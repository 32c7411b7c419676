/** The areas with a tour and their flags in the stored state (SPEC 1, 3). */
const flags = {
  searchbox: 'searchboxTourCompleted',
  opportunities: 'opportunitiesTourCompleted',
  mentions: 'mentionsTourCompleted',
  insights: 'insightsTourCompleted',
} as const

export type TourArea = keyof typeof flags

/** The tours completed in this browser (SPEC 3). */
type TourState = Record<(typeof flags)[TourArea], boolean>

/** The storage key of the state, as JSON (SPEC 3, 9; DECISIONS 26). */
export const tourStateKey = 'productTourState'

/** Parses the stored state; missing or invalid values count as not completed (SPEC 3). */
export function readTourState(stored: string | null): TourState {
  const state = parsed(stored)
  const isSet = (area: TourArea) => Reflect.get(state, flags[area]) === true
  return {
    searchboxTourCompleted: isSet('searchbox'),
    opportunitiesTourCompleted: isSet('opportunities'),
    mentionsTourCompleted: isSet('mentions'),
    insightsTourCompleted: isSet('insights'),
  }
}

/** Returns the state after completing the tour of an area, which is permanent (SPEC 4). */
export function withTourCompleted(state: TourState, area: TourArea): TourState {
  return { ...state, [flags[area]]: true }
}

export function isTourCompleted(state: TourState, area: TourArea): boolean {
  return state[flags[area]]
}

function parsed(stored: string | null): object {
  try {
    const state: unknown = JSON.parse(stored ?? '{}')
    return typeof state === 'object' && state !== null ? state : {}
  } catch {
    // Invalid JSON counts as empty; the next change replaces it.
    return {}
  }
}
