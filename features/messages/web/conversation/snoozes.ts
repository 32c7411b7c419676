import { dateText, dueChoices } from '#platform/web/text/due.ts'

interface Snooze {
  label: string
  until: Date
  /** The moment in words. */
  detail: string
}

const laterMs = 3 * 3_600_000

/** Returns how long a conversation can be snoozed. */
export function snoozeChoices(now: Date): Snooze[] {
  const later = new Date(now.getTime() + laterMs)
  return [
    { label: 'In 3 hours', until: later, detail: timeText(later) },
    ...dueChoices(now).map(({ label, dueAt }) => ({
      label,
      until: dueAt,
      detail: `${dateText(dueAt, now)}, ${timeText(dueAt)}`,
    })),
  ]
}

function timeText(at: Date): string {
  return at.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
}
