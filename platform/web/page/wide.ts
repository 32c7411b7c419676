import { useSyncExternalStore } from 'react'

const wide = watched('(min-width: 64rem)')
const extraWide = watched('(min-width: 80rem)')

/**
 * Returns whether the page is at least as wide as the breakpoint lg (SPEC 9), where a list and its detail fit side by
 * side.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.matches)
}

/** Returns whether the page is at least as wide as the breakpoint xl, where a table and a detail fit side by side. */
export function useIsExtraWide(): boolean {
  return useSyncExternalStore(extraWide.subscribe, extraWide.matches)
}

function watched(media: string) {
  const query = window.matchMedia(media)
  return {
    matches: () => query.matches,
    subscribe: (listener: () => void) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
  }
}
