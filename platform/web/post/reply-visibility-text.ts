import type { ReplyCheckStep } from '#engine/replies/reply-checks.ts'
import { agoText } from '../text/age.ts'

/** What was found, or is to be, by one look at a reply on Reddit. */
export interface ShownCheck {
  step: ReplyCheckStep
  state: 'waiting' | 'live' | 'removed' | 'deleted' | 'missing' | 'notChecked'
  removedBy: 'moderators' | 'filter' | null
  votes: number | null
  dueAt: string
  checkedAt: string | null
  trouble: string | null
}

/** A posted reply, as far as it concerns its visibility. */
export interface ShownReply {
  permalink: string | null
  checks: readonly ShownCheck[]
}

export const checkNames: Record<ReplyCheckStep, string> = {
  tenMinutes: 'After 10 minutes',
  hour: 'After 1 hour',
  day: 'After 24 hours',
}

/** How much later than planned a check counts as late. */
const lateMs = 10 * 60_000

/** What is known about whether a reply is shown on Reddit, in a word, and the rest of it in a sentence. */
export interface Visibility {
  look: 'good' | 'danger' | 'gray'
  word: string
  rest: string
}

/** Returns whether a reply is still shown, by the latest check with a result. Without one it is never called live. */
export function visibilityOf({ permalink, checks }: ShownReply, now: number): Visibility {
  if (permalink === null)
    return { look: 'gray', word: 'Not checked', rest: 'Add the link to your comment to check it.' }
  const latest = checks.findLast(({ checkedAt }) => checkedAt !== null)
  if (latest) return { ...resultOf(latest), rest: restOf(latest, now) }
  const stuck = checks.find(({ state }) => state === 'notChecked')
  if (stuck) return { look: 'gray', word: 'Not checked', rest: `${stuck.trouble ?? "Reddit couldn't be asked"}.` }
  const next = checks.find(({ state }) => state === 'waiting')
  if (!next) return { look: 'gray', word: 'Not checked', rest: '' }
  return { look: 'gray', word: 'Not checked yet', rest: waitingText(next, now) }
}

/** Returns what one check found, in words. */
export function checkText(check: ShownCheck, now: number): string {
  if (check.state === 'waiting') return waitingText(check, now)
  if (check.state === 'notChecked') return `Not checked: ${check.trouble ?? "Reddit couldn't be asked"}`
  const { word } = resultOf(check)
  const rest = restOf(check, now)
  return rest === '' ? word : `${word}, ${rest.replace(/\.$/, '')}`
}

function resultOf({ state, removedBy }: ShownCheck): Omit<Visibility, 'rest'> {
  switch (state) {
    case 'live':
      return { look: 'good', word: 'Live' }
    case 'removed':
      return { look: 'danger', word: removedBy === null ? 'Removed' : `Removed by ${removers[removedBy]}` }
    case 'deleted':
      return { look: 'gray', word: 'Deleted by its author' }
    case 'missing':
      return { look: 'danger', word: 'Not found' }
    default:
      return { look: 'gray', word: 'Not checked' }
  }
}

const removers = { moderators: 'moderators', filter: 'a filter' } as const

function restOf({ state, votes, dueAt, checkedAt }: ShownCheck, now: number): string {
  const found = state === 'live' ? [votes === null ? 'votes hidden' : plural(votes, 'vote')] : []
  if (checkedAt === null) return found.join('')
  const isLate = Date.parse(checkedAt) - Date.parse(dueAt) > lateMs
  return [...found, `checked ${agoText(checkedAt, now)}${isLate ? ', late' : ''}`].join(', ')
}

function waitingText({ dueAt, trouble }: ShownCheck, now: number): string {
  const minutes = Math.round((Date.parse(dueAt) - now) / 60_000)
  if (minutes >= 59) return `in ${plural(Math.round(minutes / 60), 'hour')}`
  if (minutes > 0) return `in ${plural(minutes, 'minute')}`
  return trouble === null ? 'checking soon' : `${trouble}. Earshot tries again`
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 || count === -1 ? '' : 's'}`
}
