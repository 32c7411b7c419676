import { whenQuiet } from '../page/when-quiet.ts'
import type { TourStep } from './tour.ts'
import { elementOf } from './tour.ts'

/** What lies over the page; a tour waits until it is gone. */
const open = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])[data-open]'

/** Calls back once the element of a step is on the page, nothing lies over it and all is quiet. Returns what forgets it. */
export function whenShown(step: TourStep, then: () => void): () => void {
  let forget: (() => void) | null = null
  const isShown = () => document.querySelector(open) === null && elementOf(step) !== null
  const look = () => {
    if (forget !== null || !isShown()) return
    forget = whenQuiet(() => {
      forget = null
      if (!isShown()) return
      observer.disconnect()
      then()
    })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-open'] })
  look()
  return () => {
    observer.disconnect()
    forget?.()
  }
}
