import type { Timers } from './timers.ts'

/** Milliseconds from a field that asks for the focus to its having it (SPEC 9). */
const delayMs = 100

/** Gives the focus after the delay, unless somebody has put it elsewhere meanwhile; the answer gives it up. */
export function autofocus(after: Timers['after'], isElsewhere: () => boolean, focus: () => void): () => void {
  return after(delayMs, () => {
    if (!isElsewhere()) focus()
  })
}
