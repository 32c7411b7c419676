import { browserTimers, type Timers } from '../../web/behavior/timers.ts'

const field = 'input, textarea, select, [contenteditable="true"]'

/**
 * Calls `focus` after the delay of SPEC 9. Returns a function that cancels it. The user's own focus wins: a press or
 * Tab since the field appeared, or focus in another field. Any other focus, such as on the button that opened the field
 * or the first element of a dialog, was not the user's choice.
 */
export function focusSoon(focus: () => void): () => void {
  const listening = new AbortController()
  let hasActed = false
  const act = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key === 'Tab') hasActed = true
  }
  for (const name of ['keydown', 'pointerdown']) {
    addEventListener(name, act, { capture: true, signal: listening.signal })
  }
  const isElsewhere = () => hasActed || document.activeElement?.matches(field) === true
  const giveUp = autofocus(browserTimers.after, isElsewhere, focus)
  return () => {
    giveUp()
    listening.abort()
  }
}

/** The delay in ms before an autofocus (SPEC 9). */
const delayMs = 100

/** Calls `focus` after the delay, unless the user has moved the focus elsewhere. Returns a function that cancels it. */
export function autofocus(after: Timers['after'], isElsewhere: () => boolean, focus: () => void): () => void {
  return after(delayMs, () => {
    if (!isElsewhere()) focus()
  })
}
