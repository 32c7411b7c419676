import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 64rem)')

/**
 * Returns whether the page is at least as wide as the breakpoint lg (SPEC 9), where a list and its detail fit side by
 * side.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
