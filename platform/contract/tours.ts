/** The areas that have a tour, and the flag of each in the stored state (SPEC 1, 3). */
const flags = {
  searchbox: 'searchboxTourCompleted',
  opportunities: 'opportunitiesTourCompleted',
  mentions: 'mentionsTourCompleted',
  insights: 'insightsTourCompleted',
} as const

export type TourArea = keyof typeof flags

/** Which tours somebody has completed in this browser (SPEC 3). */
type TourState = Record<(typeof flags)[TourArea], boolean>

/** Where the state is kept as JSON (SPEC 3, 9; DECISIONS 26). */
export const tourStateKey = 'productTourState'

/** The state that was stored; what it does not say, or says wrongly, is not completed (SPEC 3). */
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

/** The state after the tour of an area; there is no way back (SPEC 4). */
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
    // What is no JSON says nothing; the next change writes over it.
    return {}
  }
}
