import type { Signal } from '#engine/explain/signals.ts'
import { placeName } from '#engine/places/places.ts'
import type { LeadRun, RunPhase, RunSchedule, RunSources } from '#features/discovery/contract.ts'
import { plural } from '../labels.ts'

export const signalNames: Record<Signal, string> = {
  ask: 'Looks for a product',
  leave: 'Wants to switch',
  pain: 'Describes a problem',
  price: 'Talks about price',
  wonder: 'Asks a question',
  competitor: 'Names a competitor',
}

/** All signals, in the order of the form. */
export const signals = Object.keys(signalNames) as Signal[]

const phaseNames: Record<RunPhase, string> = {
  counting: 'Counting posts',
  reading: 'Reading posts',
  judging: 'Judging the best ones',
  ranking: 'Ranking results',
}

const stateNames: Record<LeadRun['state'], string> = {
  queued: 'Waiting to start',
  running: 'Running',
  done: 'Done',
  canceled: 'Canceled',
  failed: 'Failed',
}

export const scheduleNames: Record<RunSchedule, string> = {
  daily: 'Every day at 7:00',
  weekly: 'Every Monday at 7:00',
}

/** The windows to choose from, in days; null: any time. */
export const windows = [7, 30, 90, 365, null] as const

export function windowText(days: number | null): string {
  if (days === null) return 'Any time'
  return days === 1 ? 'Last day' : `Last ${days.toLocaleString('en')} days`
}

/** Returns what a run looks for, in a few words. */
export function criteriaText({ audience, communities, signals, competitors, days }: LeadRun['criteria']): string {
  const parts = [
    windowText(days),
    signals.length > 0 && signals.map((signal) => signalNames[signal].toLowerCase()).join(' or '),
    competitors.length > 0 && `names ${competitors.join(' or ')}`,
    communities.length > 0 && `in ${listText(communities.map((name) => placeName(name)))}`,
    audience.length > 0 && `for ${listText(audience)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Names the first few of a list. */
function listText(names: readonly string[]): string {
  const shown = names.slice(0, 2).join(', ')
  return names.length > 2 ? `${shown} and ${names.length - 2} more` : shown
}

/** Returns a run's state in words, with its phase while it works. */
export function stateText({ state, phase }: Pick<LeadRun, 'state' | 'phase'>): string {
  return state === 'running' ? phaseNames[phase] : stateNames[state]
}

export function isWorking({ state }: Pick<LeadRun, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** Returns which posts a run reads, by the way in which they arrived. */
export function sourcesText(sources: RunSources): string {
  const parts = [
    sources.import > 0 && `${sources.import.toLocaleString('en')} imported`,
    sources.api > 0 && `${sources.api.toLocaleString('en')} from the Reddit API`,
    sources.feed > 0 && `${sources.feed.toLocaleString('en')} from RSS`,
  ].filter(Boolean)
  return parts.join(', ')
}

/** Returns a duration, rounded up to a unit that people count in. */
function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`
  return `${Math.ceil(seconds / 360) / 10} h`
}

/** Returns the counts of a run that is working, with the remaining time once it is known. */
export function progressText({ phase, postsDone, postsTotal, candidates, results, secondsLeft }: LeadRun): string {
  if (phase === 'counting' || postsTotal === null) return 'Counting the stored posts…'
  const parts = [
    `${postsDone.toLocaleString('en')} of ${plural(postsTotal, 'post')}`,
    `${candidates.toLocaleString('en')} on topic`,
    `${results.toLocaleString('en')} found`,
  ]
  if (secondsLeft !== null) parts.push(`${durationText(secondsLeft)} left`)
  return parts.join(' · ')
}
