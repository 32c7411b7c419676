/** The minimum time in ms between two automatic reloads of a path (SPEC 4, 9). */
const pauseMs = 10_000

/** Returns whether a path may be reloaded automatically, given the stored value of `reload:{path}`. */
export function mayReload(stored: string | null, now: number): boolean {
  const last = Number(stored ?? Number.NaN)
  return !Number.isFinite(last) || now - last >= pauseMs || last > now
}

/** Reloads the page because one of its chunks is missing, unless it was just reloaded. Returns whether it reloads. */
export function reloadOnce(pathname: string, now: number): boolean {
  const key = `reload:${pathname}`
  try {
    if (!mayReload(sessionStorage.getItem(key), now)) return false
    sessionStorage.setItem(key, String(now))
  } catch {
    // Without storage the page might reload forever.
    return false
  }
  window.location.reload()
  return true
}
