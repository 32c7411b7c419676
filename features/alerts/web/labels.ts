import { type AlertKind, type QuietHours, type Rhythm, rhythms, type WorkingHours } from '#engine/alerts/alert-rule.ts'
import { firstShowing, wallClock } from '#engine/rules/wall-clock.ts'
import type { DeliveryState } from '#platform/contract/delivery.ts'
import type { Option } from '#platform/ui/fields/option.tsx'
import type { AlertRule } from '../contract.ts'

export const kindOptions: readonly Option<AlertKind>[] = [
  { value: 'lead', label: 'Leads', detail: 'New leads on your list' },
  { value: 'mention', label: 'Mentions', detail: 'Posts that mention you or a competitor' },
  { value: 'spike', label: 'Mention spikes', detail: 'A name is mentioned far more often than usual' },
  { value: 'keywordHealth', label: 'Keyword problems', detail: 'A keyword matches nothing, or mostly rejected leads' },
  { value: 'sourceTrouble', label: 'Source problems', detail: 'Posts stop arriving' },
  {
    value: 'personal',
    label: 'Reminders, tasks, and notes',
    detail: 'Each person gets their own reminders and tasks, and the notes that mention them',
  },
  { value: 'personStage', label: 'People', detail: 'A person moves to another stage of the CRM' },
  { value: 'quota', label: 'Plan limits', detail: 'Keywords or competitors are paused by your plan' },
]

/** Returns whether a rule is about posts, which can be filtered. */
export function isAboutPosts(kind: AlertKind): boolean {
  return kind === 'lead' || kind === 'mention'
}

type Channel = AlertRule['channel']

export const channelOptions: readonly Option<Channel>[] = [
  { value: 'mail', label: 'Email' },
  { value: 'push', label: 'Push notification', detail: 'In browsers where recipients turned them on' },
]

/** How a rule sends, as part of a sentence. */
const channelWords: Record<Channel, string> = { mail: 'by email', push: 'by push notification' }

const rhythmNames: Record<Rhythm, string> = {
  immediately: 'Immediately',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every Monday',
}
export const rhythmOptions: readonly Option<Rhythm>[] = rhythms.map((value) => ({ value, label: rhythmNames[value] }))

/** Returns whether the digests of a rhythm are due at a time of day. */
export function hasTimeOfDay(rhythm: Rhythm): boolean {
  return rhythm === 'daily' || rhythm === 'weekly'
}

export const labelOptions: readonly Option<'2' | '3'>[] = [
  { value: '2', label: 'All leads' },
  { value: '3', label: 'Only people who want it now' },
]

type Conditions = Pick<AlertRule, 'kind' | 'query' | 'threshold' | 'label' | 'fresh' | 'restOnly' | 'keywords'>

/** Describes what a rule is about. */
export function conditionsText({ kind, query, threshold, label, fresh, restOnly, keywords }: Conditions): string {
  const name = kindOptions.find(({ value }) => value === kind)?.label ?? kind
  if (!isAboutPosts(kind)) return name
  const isLead = kind === 'lead'
  return [
    isLead && label === 3 ? 'Leads who want it now' : name,
    ...(isLead && threshold > 0 ? [`chance of ${Math.round(threshold)}% or more`] : []),
    ...(fresh ? ['posted within three days'] : []),
    ...(keywords.length > 0 ? [keywords.length === 1 ? 'for 1 keyword' : `for ${keywords.length} keywords`] : []),
    ...(query === '' ? [] : [`matching ${query}`]),
    ...(restOnly ? ['not covered by another rule'] : []),
  ].join(' · ')
}

/** Returns when a rule sends what it found: 'Every day at 08:00'. */
export function rhythmText({ rhythm, timeOfDay }: Pick<AlertRule, 'rhythm' | 'timeOfDay'>): string {
  return hasTimeOfDay(rhythm) ? `${rhythmNames[rhythm]} at ${timeOfDay}` : rhythmNames[rhythm]
}

interface Hours {
  quietHours: QuietHours | null
  workingHours: WorkingHours | null
}

/** Describes the hours to which a rule is limited; empty without limits. */
export function hoursText({ quietHours, workingHours }: Hours): string {
  return [
    ...(workingHours ? [`only ${daysText(workingHours.days)} ${workingHours.from}–${workingHours.to}`] : []),
    ...(quietHours ? [`quiet ${quietHours.from}–${quietHours.to}`] : []),
  ].join(', ')
}

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Returns days, numbered from Monday, 1, with three or more in a row as a range: 'Mon–Fri'. */
export function daysText(days: readonly number[]): string {
  const runs: number[][] = []
  for (const day of days.toSorted()) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const nameOf = (day: number | undefined) => dayNames[(day ?? 1) - 1] ?? ''
  return runs
    .map((run) => (run.length > 2 ? `${nameOf(run[0])}–${nameOf(run.at(-1))}` : run.map(nameOf).join(', ')))
    .join(', ')
}

/** Returns what a recipient's clock shows when a project's shows `time`, on the day of `now`. */
export function timeElsewhere(time: string, from: string, to: string, now: number): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const dayMs = 86_400_000
  const wall = wallClock(from)
  const today = Math.floor(wall(now) / dayMs) * dayMs
  const shown = new Date(wallClock(to)(firstShowing(wall, today + (hours * 60 + minutes) * 60_000)))
  return shown.toISOString().slice(11, 16)
}

export const zoneText = (timeZone: string) => timeZone.replaceAll('_', ' ')

export const deliveryStates: Record<DeliveryState, { label: string; look: 'gray' | 'good' | 'warn' | 'danger' }> = {
  queued: { label: 'Waiting', look: 'gray' },
  armed: { label: 'Sending', look: 'gray' },
  sent: { label: 'Sent', look: 'good' },
  confirmed: { label: 'Delivered', look: 'good' },
  deferred: { label: 'Postponed', look: 'warn' },
  refused: { label: 'Not sent', look: 'danger' },
}

/** Returns people as recipients, the user first: 'you and 2 others'. */
function recipientsText(recipients: readonly { id: string; email: string }[], ownId: string): string {
  const others = recipients.filter(({ id }) => id !== ownId)
  const [first] = others
  if (first === undefined) return recipients.length > 0 ? 'you' : 'nobody'
  const names = others.length === 1 ? first.email : `${others.length} others`
  return others.length < recipients.length
    ? `you and ${names}`
    : others.length === 1
      ? names
      : `${others.length} people`
}

interface Ways {
  channel: Channel
  recipients: readonly { id: string; email: string }[]
  destinations: readonly { name: string }[]
}

/** Returns how and to whom a rule sends: 'by email to you, and to CRM'. */
export function waysText({ channel, recipients, destinations }: Ways, ownId: string): string {
  const names = `to ${new Intl.ListFormat('en').format(destinations.map(({ name }) => name))}`
  if (destinations.length > 0 && recipients.length === 0) return names
  const toPeople = `${channelWords[channel]} to ${recipientsText(recipients, ownId)}`
  return destinations.length > 0 ? `${toPeople}, and ${names}` : toPeople
}

/** The times until which a rule can be snoozed, by the user's clock. */
export function snoozeChoices(now: Date): { label: string; until: Date }[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8)
  return [
    { label: 'For 1 hour', until: new Date(now.getTime() + 3_600_000) },
    { label: 'Until tomorrow', until: morning(1) },
    { label: 'Until Monday', until: morning((8 - now.getDay()) % 7 || 7) },
  ]
}

const moment = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Returns a date and time for lists, in the reader's time zone: 'Thu, Nov 26, 08:00'. */
export function momentText(instant: string): string {
  return moment.format(new Date(instant))
}
