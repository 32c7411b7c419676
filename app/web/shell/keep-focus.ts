const control = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
/** Overlays manage the focus themselves when they close. */
const overlay = '[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"]'

/**
 * Keeps the focus in the page when the focused element is removed (WCAG 2.4.3). In a list the focus moves to the same
 * control of the next entry, otherwise of the previous one; in a group to its first control; elsewhere to the
 * surrounding element. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null

  const noteFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
  }
  // Forgets an element that the user has left. A removed element is handled by the observer below.
  const noteBlur = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (last === target && last?.isConnected) last = null
    })
  const observer = new MutationObserver((records) => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return
    const lost = last
    last = null
    if (lost.closest(overlay)) return
    for (const record of records) {
      const removed = [...record.removedNodes].find((node) => node.contains(lost))
      if (removed instanceof Element) return replacementFor(lost, removed, record)?.focus({ preventScroll: true })
    }
  })

  document.addEventListener('focusin', noteFocus)
  document.addEventListener('focusout', noteBlur)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', noteFocus)
    document.removeEventListener('focusout', noteBlur)
    observer.disconnect()
  }
}

/** Returns the element to focus after `lost` was removed together with `removed`. */
function replacementFor(lost: Element, removed: Element, record: MutationRecord): HTMLElement | null {
  const index = [...removed.querySelectorAll(control)].indexOf(lost)
  const entries = [record.nextSibling, record.previousSibling].filter((node) => isEntry(node, removed))
  const controls = entries[0]?.querySelectorAll<HTMLElement>(control)
  const same = controls?.[index] ?? controls?.[0]
  if (same) return same
  const { target } = record
  const near = target instanceof Element && target.isConnected ? target : null
  const around = near?.closest<HTMLElement>('[role="group"], [tabindex]') ?? document.getElementById('main')
  return around?.matches('[role="group"]') ? around.querySelector(control) : around
}

function isEntry(node: Node | null, removed: Element): node is Element {
  return (
    node instanceof Element && node.isConnected && /^(LI|TR)$/.test(removed.tagName) && node.tagName === removed.tagName
  )
}
