import type { Look } from '#engine/rules/lead-view.ts'

/** The key of the look that was chosen last in this browser. */
const key = 'leadsLook'

/** Returns the look that was chosen last in this browser: cards without a choice or without storage. */
export function storedLook(): Look {
  try {
    return localStorage.getItem(key) === 'table' ? 'table' : 'cards'
  } catch {
    // Without storage, each visit starts with cards.
    return 'cards'
  }
}

export function storeLook(look: Look): void {
  try {
    localStorage.setItem(key, look)
  } catch {
    // Without storage, only the address remembers the look.
  }
}
