import { useReducer } from 'react'

/** What was dismissed on this page, for browsers without storage. */
const dismissedHere = new Map<string, string>()

/**
 * Returns whether the user has dismissed a banner about `value` in this browser (`localStorage`) or in this tab
 * (`sessionStorage`), and a function that dismisses it. About another value, the banner appears again.
 */
export function useDismissed(
  storage: 'localStorage' | 'sessionStorage',
  key: string,
  value: string,
): [isDismissed: boolean, dismiss: () => void] {
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  const dismiss = () => {
    dismissedHere.set(key, value)
    try {
      window[storage].setItem(key, value)
    } catch {
      // With storage off or full, the banner stays away as long as the page is open.
    }
    showAgain()
  }
  return [dismissedHere.get(key) === value || stored(storage, key) === value, dismiss]
}

function stored(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}
