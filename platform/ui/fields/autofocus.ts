import { browserTimers, type Timers } from '../../web/behavior/timers.ts'

const field = 'input, textarea, select, [contenteditable="true"]'

/**
 * Gives a field the focus that it asks for (SPEC 9), by `focus`; the answer gives it up. Somebody has begun elsewhere who
 * has pressed something or gone on by Tab since the field came, or is in another field by then. Where the focus is
 * otherwise, such as on the button that brought the field or on what a dialog chose as it opened, nobody meant it.
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

/** Milliseconds from a field that asks for the focus to its having it (SPEC 9). */
const delayMs = 100

/** Gives the focus after the delay, unless somebody has put it elsewhere meanwhile; the answer gives it up. */
export function autofocus(after: Timers['after'], isElsewhere: () => boolean, focus: () => void): () => void {
  return after(delayMs, () => {
    if (!isElsewhere()) focus()
  })
}
