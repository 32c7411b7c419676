import { type RefCallback, useCallback } from 'react'

/** Scrolls the list as little as possible so that a row is in sight. `linkId`: the element ID of the link in it. */
function showRow(linkId: string): void {
  document.getElementById(linkId)?.closest('li, tr')?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to a row, and shows it. */
export function focusRow(linkId: string): void {
  document.getElementById(linkId)?.focus({ preventScroll: true })
  showRow(linkId)
}

/**
 * Keeps the first chosen row in sight while the bar for chosen rows, which gets the returned ref, takes room from the
 * list: the bar grows when more of its actions have loaded. Stops once more rows are chosen, since the user may have
 * scrolled by then.
 */
export function useFirstInSight(chosen: readonly string[]): RefCallback<HTMLElement> {
  const first = chosen.length === 1 ? chosen[0] : undefined
  return useCallback(
    (bar: HTMLElement | null) => {
      if (!bar || first === undefined) return
      const observer = new ResizeObserver(() => showRow(first))
      observer.observe(bar)
      return () => observer.disconnect()
    },
    [first],
  )
}
