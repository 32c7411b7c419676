const storageKey = 'recentCommands'

/** The number of commands to remember. */
const commandsMost = 4

/** Returns the last commands that the user ran in this browser, newest first. */
export function recentCommands(userId: string): string[] {
  try {
    return readRecent(localStorage.getItem(storageKey), userId)
  } catch {
    return []
  }
}

export function rememberCommand(userId: string, id: string): void {
  try {
    const ids = withRecent(recentCommands(userId), id)
    localStorage.setItem(storageKey, JSON.stringify({ userId, ids }))
  } catch {
    // Without storage the palette works as usual.
  }
}

/** Parses the stored commands. Returns none for invalid data or another user of the same browser. */
export function readRecent(stored: string | null, userId: string): string[] {
  try {
    const { userId: storedUserId, ids }: { userId?: unknown; ids?: unknown } = JSON.parse(stored ?? '{}') ?? {}
    return storedUserId === userId && Array.isArray(ids)
      ? ids.filter((id) => typeof id === 'string').slice(0, commandsMost)
      : []
  } catch {
    return []
  }
}

export function withRecent(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, commandsMost)
}
