import { useEffect } from 'react'

/** The storage key that tells other tabs when the session begins or stops acting as a user. */
const key = 'acting'

/** Tells the other tabs of this browser, whose session acts as another user from now on, or no longer does. */
export function announceActing(): void {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // With storage off, other tabs notice when they fetch.
  }
}

/** Reloads the page when another tab has announced a change: what it shows is another user's. */
export function useActingChanges(): void {
  useEffect(() => {
    const listener = (event: StorageEvent) => {
      if (event.key === key) window.location.reload()
    }
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  }, [])
}
