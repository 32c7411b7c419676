import { dueText } from '#platform/web/text/due.ts'

/** How a date stands today: an action of yesterday is overdue, one of this morning isn't yet. */
export type Due = 'overdue' | 'today' | 'later'

/** Returns how a due date stands. */
export function dueOf(dueAt: string, now: number): Due {
  const { today, tomorrow } = dayBounds(now)
  const at = Date.parse(dueAt)
  return at < today.getTime() ? 'overdue' : at < tomorrow.getTime() ? 'today' : 'later'
}

/** Returns when something is due, such as `Due today` or `Overdue since Mon, Nov 23`. */
export function dueWords(dueAt: string, now: number): string {
  const day = dueText(new Date(dueAt), new Date(now))
  return dueOf(dueAt, now) === 'overdue' ? `Overdue since ${day}` : `Due ${day}`
}

/** Returns the beginnings of today and tomorrow in the reader's time zone. */
export function dayBounds(now: number): { today: Date; tomorrow: Date } {
  const at = new Date(now)
  const begins = (days: number) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days)
  return { today: begins(0), tomorrow: begins(1) }
}

/** Returns how long somebody has been in a stage, in days. */
export function stageDays(stageSince: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(stageSince)) / 86_400_000))
  return days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`
}

/** Returns the same in words that need no heading. */
export function stageText(stageSince: string, now: number): string {
  const days = stageDays(stageSince, now)
  return days === 'Today' ? 'New in stage' : `In stage ${days}`
}
