import { useEffect, useState } from 'react'

/** Scrolls the list as little as possible so that a row is in sight. `linkId`: the element ID of the link in it. */
function showRow(linkId: string): void {
  document.getElementById(linkId)?.closest('li, tr')?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to a row, and shows it. */
export function focusRow(linkId: string): void {
  document.getElementById(linkId)?.focus({ preventScroll: true })
  showRow(linkId)
}

/** Keeps the first chosen row in sight when the bar for chosen rows appears and takes room from the list. */
export function useFirstInSight(linkId: string | undefined): void {
  const [first] = useState(linkId)
  useEffect(() => {
    if (first !== undefined) showRow(first)
  }, [first])
}
