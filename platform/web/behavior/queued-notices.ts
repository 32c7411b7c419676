/** A notice as it can be kept: words, and how it looks (SPEC 3). */
export interface QueuedNotice {
  title: string
  description?: string
  color?: 'primary' | 'green' | 'amber' | 'red'
  /** Milliseconds; 0: it stays. */
  timeout?: number
}

const key = 'handedNotices'
const colors: readonly unknown[] = ['primary', 'green', 'amber', 'red', undefined]
/** A page that hands over more is out of order. */
const most = 3

/** The notices in what was stored, without whatever is none. */
export function parseQueuedNotices(stored: string | null): QueuedNotice[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isNotice).slice(-most) : []
  } catch {
    // Another program's, or half of it: nothing was handed over.
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

/** Leaves a notice for the page that comes next in this tab (DECISIONS 22). */
export function queueNotice(notice: QueuedNotice): void {
  try {
    const waiting = [...parseQueuedNotices(sessionStorage.getItem(key)), notice]
    sessionStorage.setItem(key, JSON.stringify(waiting))
  } catch {
    // Storage is off or full: the next page is shown without it.
  }
}

/** Takes what the page before left, once. */
export function takeQueuedNotices(): QueuedNotice[] {
  try {
    const stored = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return parseQueuedNotices(stored)
  } catch {
    return []
  }
}
