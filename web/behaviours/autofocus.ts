import type { Timers } from './timers.ts'

/** Milliseconds from a field that asks for the focus to its having it (SPEC 9). */
const delayMs = 100

/** Where the focus is: on nothing, on what a dialog gave it to as it opened around the field, or where somebody put it. */
export type FocusPlace = 'nowhere' | 'sameDialog' | 'elsewhere'

/** Gives the focus after the delay, unless somebody has begun elsewhere meanwhile; the answer gives it up. */
export function autofocus(after: Timers['after'], place: () => FocusPlace, focus: () => void): () => void {
  return after(delayMs, () => {
    if (place() !== 'elsewhere') focus()
  })
}
