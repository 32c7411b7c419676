import type { PeopleLook } from '#engine/crm/people-view.ts'

/** The key of the look that was chosen last in this browser. */
const key = 'peopleLook'

/** Returns the look that was chosen last in this browser: a board without a choice or without storage. */
export function storedLook(): PeopleLook {
  try {
    return localStorage.getItem(key) === 'table' ? 'table' : 'board'
  } catch {
    // Without storage, each visit starts with the board.
    return 'board'
  }
}

export function storeLook(look: PeopleLook): void {
  try {
    localStorage.setItem(key, look)
  } catch {
    // Without storage, only the address remembers the look.
  }
}
