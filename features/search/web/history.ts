import { type View, viewParams } from './view.ts'

const key = (userId: string, projectId: string) => `searchHistory:${userId}:${projectId}`
const entriesMost = 20

/** Returns the recent searches of a user in a project as addresses, newest first. */
export function readHistory(userId: string, projectId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(userId, projectId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string').slice(0, entriesMost) : []
  } catch {
    // Storage is off, or holds something else.
    return []
  }
}

/** Adds a search to the history, or moves it to its start. */
export function rememberSearch(userId: string, projectId: string, view: View): void {
  write(userId, projectId, withSearch(readHistory(userId, projectId), view))
}

export function clearHistory(userId: string, projectId: string): void {
  write(userId, projectId, [])
}

/** Returns the history with a search at its start. */
export function withSearch(history: readonly string[], view: View): string[] {
  const address = viewParams(view).toString()
  return [address, ...history.filter((entry) => entry !== address)].slice(0, entriesMost)
}

function write(userId: string, projectId: string, history: readonly string[]): void {
  try {
    if (history.length === 0) localStorage.removeItem(key(userId, projectId))
    else localStorage.setItem(key(userId, projectId), JSON.stringify(history))
  } catch {
    // If storage is off or full, the history isn't kept.
  }
}
