/** Milliseconds within which a path is not reloaded a second time (SPEC 4, 9). */
const pauseMs = 10_000

/** Whether a path may be reloaded by itself, from what `reload:{path}` holds. */
export function mayReload(stored: string | null, now: number): boolean {
  const last = Number(stored ?? Number.NaN)
  return !Number.isFinite(last) || now - last >= pauseMs || last > now
}

/** Reloads the page because a part of it is gone, unless that was just done. Answers whether it does. */
export function reloadOnce(pathname: string, now: number): boolean {
  const key = `reload:${pathname}`
  try {
    if (!mayReload(sessionStorage.getItem(key), now)) return false
    sessionStorage.setItem(key, String(now))
  } catch {
    // Who cannot be remembered might be reloaded without end.
    return false
  }
  window.location.reload()
  return true
}
