import { type ReplyWindow, replyWindowOf } from '#engine/order/reply-window.ts'
import type { Tab } from '#engine/rules/lead-view.ts'
import type { Component, ComponentName, Label, RejectionReason } from '#engine/score/component.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import type { Claim, Opportunity } from '../contract.ts'
import type { Decided } from './pages.ts'
import { belongsInTab } from './view.ts'

/** The labels of leads in words. */
export const bands: Record<Label, string> = {
  3: 'Wants it now',
  2: 'Has the problem',
  1: 'On topic',
  0: 'Unrelated',
}

/** The reply windows in words. */
export const windowNames: Record<ReplyWindow, string> = {
  fresh: 'Fresh',
  cooling: 'Cooling',
  cold: 'Cold',
  evergreen: 'Evergreen',
}

/** What each reply window means for an answer. */
export const windowHints: Record<ReplyWindow, string> = {
  fresh: 'Posted within three days: the author most likely still reads answers',
  cooling: 'Posted within two weeks: answer soon',
  cold: 'Older than two weeks: the author may have moved on',
  evergreen: 'Older than three months: people may still find it by searching',
}

/** Returns the reply window of a lead. */
export function windowOf({ postedAt }: Pick<Opportunity, 'postedAt'>, now: number): ReplyWindow {
  return replyWindowOf(postedAt === null ? null : Date.parse(postedAt), now)
}

export const componentNames: Record<ComponentName, string> = {
  fit: 'Fit',
  intent: 'Intent',
  similarity: 'Similarity',
  need: 'Need',
  verdict: 'Verdict',
}

export const rejections: Record<RejectionReason, string> = {
  wrongPerson: 'Not my audience',
  notBuying: 'Not buying',
  advertising: 'Advertising',
  tooOld: 'Too old',
  hostileCommunity: 'Promotion not welcome',
}

/** The reasons in the order of their keys, 1 to 5. */
export const rejectionKeys: readonly RejectionReason[] = [
  'wrongPerson',
  'notBuying',
  'advertising',
  'tooOld',
  'hostileCommunity',
]

/** Formats points as a whole number with its sign. */
export function signed(points: number): string {
  const whole = Math.round(points)
  if (whole === 0) return '0'
  return whole < 0 ? `−${-whole}` : `+${whole}`
}

/** Formats a count; an unknown one is a dash, never zero. */
export function count(value: number | null): string {
  return value === null ? '–' : value.toLocaleString('en')
}

export function plural(value: number, noun: string): string {
  return `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
}

/** Returns the label for the number of copies of a lead's text. */
export function copiesText(copies: number): string {
  return `+${copies.toLocaleString('en')} ${copies === 1 ? 'copy' : 'copies'}`
}

/** Shown for a component without reasons. */
export const withoutReasons: Record<Component['name'], string> = {
  fit: 'Unrelated to your product',
  intent: 'No request found',
  similarity: 'No clear similarity or difference',
  need: 'Neither a clear need nor a clear lack of it',
  verdict: 'Not judged',
}

/** Returns who is working on a lead. */
export function claimText({ user, by }: Claim, me: string | undefined): string {
  return user === me ? "You're working on it" : `${by} is working on it`
}

/** Returns the progress of a project's backfill. */
export function backfillText({
  backfillDone,
  backfillTotal,
}: Pick<CurrentProject, 'backfillDone' | 'backfillTotal'>): string {
  if (!backfillTotal) return 'Scanning posts…'
  return `Scanning ${count(Math.min(backfillDone, backfillTotal))} of ${plural(backfillTotal, 'post')}`
}

/** Returns whether stored posts remain to be scanned, so that leads may still turn up among them. */
export function isScanning(
  { status, backfillTotal }: Pick<CurrentProject, 'status' | 'backfillTotal'>,
  unmatched: number,
): boolean {
  return status === 'processing' || backfillTotal !== null || unmatched > 0
}

/** Returns why a lead no longer belongs in the tab that shows it, after another user's decision; null if it belongs. */
export function awayText(lead: Decided, tab: Tab): string | null {
  if (belongsInTab(lead, tab)) return null
  if (tab === 'saved') return 'No longer saved'
  if (lead.state === 'new') return 'Moved back to new'
  const decision = lead.reply ?? lead.rejection
  const text = lead.state === 'replied' ? 'Marked replied' : 'Rejected'
  return decision ? `${text} by ${decision.by}` : text
}

/** Returns the addresses of the posts that a reply to a lead may be under; empty if not all of its copies are known. */
export function threadsOf({ post, siblings, siblingCount }: Opportunity): string[] {
  if (!post || siblings.length < siblingCount) return []
  return [post.permalink, ...siblings.map(({ permalink }) => permalink)]
}

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** Says at which hour and on which weekday posts must be; null if at any. */
export function clockText({ hour, weekday }: { hour: number | null; weekday: number | null }): string | null {
  const day = weekday === null ? null : `on ${weekdays[weekday - 1]}`
  const time = hour === null ? null : `from ${hourText(hour)} to ${hourText((hour + 1) % 24)}`
  return day || time ? ['Posted', day, time].filter(Boolean).join(' ') : null
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Says in which days of a time zone posts must be: from an instant, and before another one. */
export function postedText(from: string | null, before: string | null, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric', timeZone })
  const last = before === null ? null : Date.parse(before) - 1
  if (from !== null && last !== null)
    return `Posted ${format.formatRange(Date.parse(from), Math.max(last, Date.parse(from)))}`
  return from !== null ? `Posted since ${format.format(Date.parse(from))}` : `Posted until ${format.format(last ?? 0)}`
}
