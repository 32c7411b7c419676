import type { AlertKind, QuietHours, Rhythm, WorkingHours } from '#engine/alerts/alert-rule.ts'
import type { AlertRule } from '../../contract.ts'

/** The values of a rule that users choose. */
export interface RuleValues {
  name: string
  kind: AlertKind
  query: string
  threshold: number
  label: 2 | 3
  fresh: boolean
  restOnly: boolean
  keywords: string[]
  rhythm: Rhythm
  timeOfDay: string
  quietHours: QuietHours | null
  workingHours: WorkingHours | null
  snoozedUntil: string | null
  channel: AlertRule['channel']
  status: 'active' | 'paused'
  recipients: string[]
  destinations: string[]
}

/** The values of a new rule, which alerts the user who adds it. */
export function newValues(userId: string): RuleValues {
  return {
    ...{ name: '', kind: 'lead', query: '', threshold: 0, label: 2, fresh: false, restOnly: false, keywords: [] },
    ...{ rhythm: 'immediately', timeOfDay: '08:00', quietHours: null, workingHours: null, snoozedUntil: null },
    ...{ channel: 'mail', status: 'active', recipients: [userId], destinations: [] },
  }
}

/** Returns the values of a saved rule. */
export function valuesOf(rule: AlertRule): RuleValues {
  const { name, kind, query, threshold, label, fresh, restOnly, keywords, rhythm, timeOfDay } = rule
  const { quietHours, workingHours, snoozedUntil, channel, status, recipients = [], destinations = [] } = rule
  return {
    ...{ name, kind, query, threshold, fresh, restOnly, keywords, rhythm, timeOfDay, quietHours, workingHours },
    ...{ snoozedUntil, channel, status: status === 'active' ? status : 'paused', label: label === 3 ? 3 : 2 },
    recipients: recipients.map(({ id }) => id),
    destinations: destinations.map(({ id }) => id),
  }
}
