import { autofocus, type FocusPlace } from '../behaviours/autofocus.ts'
import { browserTimers } from '../behaviours/timers.ts'

const field = 'input, textarea, select, [contenteditable="true"]'

/** Where the focus is, as somebody who is about to give it to `target` sees it. */
export function focusPlace(target: Element | null): FocusPlace {
  const active = document.activeElement
  if (active === null || active === document.body) return 'nowhere'
  const dialog = target?.closest('[role="dialog"]')
  return dialog?.contains(active) && !active.matches(field) ? 'sameDialog' : 'elsewhere'
}

/** Gives a field the focus that it asks for (SPEC 9); the answer gives it up. */
export function focusSoon(target: HTMLElement): () => void {
  return autofocus(
    browserTimers.after,
    () => focusPlace(target),
    () => target.focus(),
  )
}
