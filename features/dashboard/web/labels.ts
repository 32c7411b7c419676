import type { DayRange } from '#engine/dashboard/day-range.ts'
import type { SetupPart } from '#engine/dashboard/setup-parts.ts'
import { paths } from '#platform/web/page/paths.ts'
import { count } from '#platform/web/text/units.ts'
import type { Count } from '../contract.ts'

export function countText({ count: value, capped }: Count): string {
  return `${count(value)}${capped ? '+' : ''}`
}

/** Formats a duration in its two largest units: '2 h 15 min'. */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const wholeHours = Math.round(minutes / 60)
  const days = Math.floor(wholeHours / 24)
  return wholeHours % 24 === 0 ? `${days} days` : `${days} days ${wholeHours % 24} h`
}

/** Compares a median with that of the period before; null if either is unknown. */
export function paceText(now: number | null, before: number | null, range: DayRange): string | null {
  if (now === null || before === null) return null
  const change = now - before
  const than = `than in the ${daysText(range)} before`
  if (Math.abs(change) < 60) return `As fast as in the ${daysText(range)} before`
  return `${durationText(Math.abs(change))} ${change < 0 ? 'faster' : 'slower'} ${than}`
}

function daysText({ from, to }: DayRange): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return days === 1 ? 'day' : `${count(days)} days`
}

/** What is missing from a setup, why it matters, and where to add it. */
export const setupTexts: Record<SetupPart, { title: string; why: string; path: string }> = {
  keywords: { title: 'Add keywords', why: 'They decide which posts become leads.', path: paths.projectKeywords },
  competitors: {
    title: 'Add competitors',
    why: 'People who look for an alternative become leads.',
    path: paths.projectCompetitors,
  },
  communities: {
    title: 'Choose communities',
    why: 'Earshot reads the communities where your customers are.',
    path: paths.projectMain,
  },
  source: {
    title: 'Get real posts',
    why: 'Connect Reddit or import an archive to replace the sample data.',
    path: paths.projectSources,
  },
  facts: {
    title: 'Add facts for replies',
    why: 'Suggested replies only use facts that you give them.',
    path: paths.projectPrompts,
  },
  disclosure: {
    title: 'Add a disclosure line',
    why: 'It says in replies that the product is yours.',
    path: paths.projectPrompts,
  },
  alerts: {
    title: 'Turn on alerts',
    why: 'Hear about hot leads while they are fresh.',
    path: paths.projectNotifications,
  },
  redditAccount: {
    title: 'Connect a Reddit account',
    why: 'Send messages, and see answers in the inbox.',
    path: paths.projectSources,
  },
  mailbox: {
    title: 'Connect a mailbox',
    why: 'Write to leads who gave you their email.',
    path: paths.projectMailboxes,
  },
  team: { title: 'Invite your team', why: 'Share leads, and see who works on what.', path: paths.projectMembers },
}
