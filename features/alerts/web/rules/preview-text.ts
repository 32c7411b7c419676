import type { Rhythm } from '#engine/alerts/alert-rule.ts'
import type { AlertPreview } from '../../contract.ts'

const number = new Intl.NumberFormat('en')

/** Returns what a rule would have sent: 'Would have sent 4 messages with 9 finds last week.' */
export function previewText({ messages, count }: Pick<AlertPreview, 'messages' | 'count'>, rhythm: Rhythm): string {
  if (messages === null || count === null) return "These events are rare, so there's no preview."
  if (count === 0) return 'Would have sent nothing last week.'
  const sent = messages === 1 ? '1 message' : `${number.format(messages)} messages`
  if (rhythm === 'immediately' && count === messages) return `Would have sent ${sent} last week.`
  return `Would have sent ${sent} with ${count === 1 ? '1 find' : `${number.format(count)} finds`} last week.`
}
