/** A notice in a form that can be stored (SPEC 3). */
export interface QueuedNotice {
  title: string
  description?: string
  color?: 'primary' | 'green' | 'amber' | 'red'
  /** The time in ms until the notice leaves; 0: it stays. */
  timeout?: number
}

const key = 'handedNotices'
const colors: readonly unknown[] = ['primary', 'green', 'amber', 'red', undefined]
/** The maximum number of queued notices; more indicate a bug. */
const most = 3

/** Parses stored notices and leaves out invalid ones. */
export function parseQueuedNotices(stored: string | null): QueuedNotice[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isNotice).slice(-most) : []
  } catch {
    // The stored value is broken or from another program.
    return []
  }
}

function isNotice(value: unknown): value is QueuedNotice {
  if (typeof value !== 'object' || value === null) return false
  const { title, description, color, timeout }: Record<string, unknown> = { ...value }
  const isText = (words: unknown) => words === undefined || typeof words === 'string'
  const isTime = timeout === undefined || (typeof timeout === 'number' && timeout >= 0)
  return typeof title === 'string' && title !== '' && isText(description) && colors.includes(color) && isTime
}

/** Queues a notice for the next page in this tab (DECISIONS 22). */
export function queueNotice(notice: QueuedNotice): void {
  try {
    const waiting = [...parseQueuedNotices(sessionStorage.getItem(key)), notice]
    sessionStorage.setItem(key, JSON.stringify(waiting))
  } catch {
    // Storage is off or full: the notice is lost.
  }
}

/** Returns the notices queued by the previous page and removes them. */
export function takeQueuedNotices(): QueuedNotice[] {
  try {
    const stored = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return parseQueuedNotices(stored)
  } catch {
    return []
  }
}
