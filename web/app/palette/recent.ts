const storageKey = 'recentCommands'

/** Commands that are remembered. */
const kept = 4

/** The commands that were chosen last, newest first. */
export function recentCommands(): string[] {
  try {
    return readRecent(localStorage.getItem(storageKey))
  } catch {
    return []
  }
}

export function rememberCommand(id: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(withRecent(recentCommands(), id)))
  } catch {
    // Without storage the palette works all the same.
  }
}

/** What is stored, if it is what we store. */
export function readRecent(stored: string | null): string[] {
  if (stored === null) return []
  try {
    const ids: unknown = JSON.parse(stored)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, kept) : []
  } catch {
    return []
  }
}

export function withRecent(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, kept)
}
