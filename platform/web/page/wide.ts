import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 64rem)')

/** True from the breakpoint lg on (SPEC 9), where a list and what it opens stand side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
