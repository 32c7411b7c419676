import { rateLeast, type Survival, survivalLeast, survivalPercent } from '#engine/replies/reply-checks.ts'
import type { CommunityPlaybook } from '../../contract-playbook.ts'

type Gate = NonNullable<CommunityPlaybook['gates']>[number]
type Term = NonNullable<CommunityPlaybook['terms']>[number]
type Hours = CommunityPlaybook['hours']

export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const fullNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns what a rule asks of an account, such as `Account at least 30 days old`. */
export function gateText({ kind, limit }: Gate): string {
  if (kind === 'age') return limit === null ? 'Some account age' : `Account at least ${count(limit, 'day')} old`
  return limit === null ? 'Some karma' : `At least ${limit.toLocaleString('en')} karma`
}

interface Standing {
  look: 'good' | 'danger' | 'gray'
  word: string
  rest: string
}

/** Returns whether the connected account meets a gate, as far as that is known. */
export function standingText({ kind, limit }: Gate, account: CommunityPlaybook['account']): Standing {
  if (account === null) {
    return { look: 'gray', word: 'Unknown', rest: 'Connect your Reddit account under Sources to compare it.' }
  }
  const value = kind === 'age' ? account.ageDays : account.karma
  if (value === null) return { look: 'gray', word: 'Unknown', rest: `Reddit doesn't show this for u/${account.name}.` }
  const has = kind === 'age' ? `is ${count(value, 'day')} old` : `has ${value.toLocaleString('en')} karma`
  const rest = `u/${account.name} ${has}.`
  if (limit === null) return { look: 'gray', word: 'No number given', rest }
  return value >= limit ? { look: 'good', word: 'Met', rest } : { look: 'danger', word: 'Not met', rest }
}

/** Returns what a sentence of the rules is about: days, a thread, or a share. */
export function termText({ kind, days }: Term): string {
  if (kind === 'thread') return 'In a certain thread'
  if (kind === 'share') return 'Up to a share of your posts'
  return `${days.length === 1 ? 'Day' : 'Days'} named: ${list(days.map((day) => fullNames[day - 1] ?? ''))}`
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Returns a rate such as `75%`, or that there are too few replies for one. */
export function rateText(survival: Survival): string {
  const percent = survivalPercent(survival)
  return percent === null ? 'Too few' : `${percent}%`
}

/** Returns the counts behind the project's own rate. */
export function ownSurvivalText({ live, removed, open, unknown }: CommunityPlaybook['survival']['own']): string {
  const checked = live + removed
  const parts = [
    checked === 0
      ? 'No reply has been checked after 24 hours yet.'
      : `${live} of ${count(checked, 'reply', 'replies')} ${live === 1 ? 'was' : 'were'} still visible after 24 hours.`,
    ...(checked > 0 && checked < rateLeast ? [`A rate needs ${rateLeast}.`] : []),
    ...(open > 0 ? [`${open} ${open === 1 ? 'is' : 'are'} still being checked.`] : []),
    ...(unknown > 0
      ? [`${unknown} couldn't be checked, or ${unknown === 1 ? 'was' : 'were'} deleted by the author.`]
      : []),
  ]
  return parts.join(' ')
}

/** Returns the counts behind the rate of all projects, or why there is none. */
export function allSurvivalText(all: CommunityPlaybook['survival']['all']): string {
  if (all === null) {
    const { replies, customers } = survivalLeast
    return `Shown once at least ${customers} other customers of this server have ${replies} checked replies here, so that no one can tell whose they are.`
  }
  const checked = all.live + all.removed
  return `${all.live.toLocaleString('en')} of ${count(checked, 'reply', 'replies')} by ${count(all.customers, 'customer')} were still visible after 24 hours.`
}

/** The fewest posts from which hours are named. */
const busiestLeast = 100
const busiestMost = 3

/** Returns the hours with the most posts, such as `Tue 14:00, Wed 9:00`, or that there are too few posts to say. */
export function busiestText({ posts, counts }: Hours): string {
  if (posts < busiestLeast) return 'Too few posts to name the busiest hours'
  const cells = counts.flatMap((hours, day) => hours.map((found, hour) => ({ day, hour, found })))
  const busiest = cells.toSorted((a, b) => b.found - a.found).slice(0, busiestMost)
  return busiest.map(({ day, hour }) => `${weekdayNames[day]} ${timeOf(hour)}`).join(', ')
}

/** Returns one cell of the chart in words. */
export function cellText(day: number, hour: number, found: number): string {
  return `${weekdayNames[day]} ${timeOf(hour)}: ${found.toLocaleString('en')}`
}

function timeOf(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** Returns the shade of a cell, 0 to 4: 0 only for none. */
export function shadeOf(found: number, most: number): 0 | 1 | 2 | 3 | 4 {
  return found === 0 ? 0 : (Math.min(4, Math.ceil((found / most) * 4)) as 1 | 2 | 3 | 4)
}

/** Returns what the chart rests on. */
export function hoursBasisText({ posts, days, timeZone, capped }: Hours): string {
  if (posts === 0) return `Earshot stored no posts from this community in the last ${days} days.`
  const which = capped
    ? `the newest ${count(posts, 'post or comment', 'posts and comments')}`
    : count(posts, 'post or comment', 'posts and comments')
  return `From ${which} of the last ${days} days that Earshot stored: those that match a watchlist or were imported, not all. Times in ${timeZone}.`
}

function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${value.toLocaleString('en')} ${value === 1 ? noun : plural}`
}
