import { healthDays } from '#engine/candidates/health-days.ts'
import type { Exclusion, KeywordHealth, PhraseHealth, Proposal } from '../../contract.ts'

/** Summarizes a phrase's matches, leads and decisions. */
export function figuresText(
  { hits, perDay, leads, accepted, rejected }: PhraseHealth,
  from: KeywordHealth['from'],
): string {
  const decided = [
    { count: accepted, word: 'accepted' },
    { count: rejected, word: 'rejected' },
  ].filter(({ count }) => count > 0)
  const share = `${Math.round((leads / hits) * 100)}% leads`
  const rate = perDay === null ? [] : [`${perDayText(perDay)}${from === 'imported' ? ' in imported posts' : ''}`]
  return [...rate, share, ...decided.map(({ count, word }) => `${number(count)} ${word}`)].join(' · ')
}

function perDayText(perDay: number): string {
  if (perDay < 0.1) return 'less than 0.1 per day'
  return `${perDay < 10 ? Number(perDay.toFixed(1)) : number(Math.round(perDay))} per day`
}

const dayMs = 24 * 3_600_000
const weekDays = 7

/**
 * Returns the matches of the last week; "so far" if the project has tracked for less than that. Of imported posts,
 * returns all with their span.
 */
export function recentText({ days, hits }: PhraseHealth, { from, since, until }: Basis, now: number): string {
  if (from === 'imported' && since && until) return `${matches(hits)} from ${spanText(since, until)}`
  const found = number(days.slice(-weekDays).reduce((sum, hits) => sum + hits, 0))
  return isYounger(since, weekDays, now) ? `${found} so far` : `${found} in the last 7 days`
}

type Basis = Pick<KeywordHealth, 'from' | 'since' | 'until'>

function matches(count: number): string {
  return `${number(count)} ${count === 1 ? 'match' : 'matches'}`
}

/** Returns the months of two dates: 'Dec 2016 to Aug 2025', or just one. */
function spanText(since: string, until: string): string {
  const [first, last] = [since, until].map((instant) => month.format(new Date(instant)))
  return first === last ? `${first}` : `${first} to ${last}`
}

const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the text for a phrase without matches. */
export function nothingText({ from, since }: Pick<Basis, 'from' | 'since'>, now: number): string {
  if (from === 'imported') return 'No matches in imported posts'
  return isYounger(since, healthDays, now) ? 'No matches yet' : 'No matches in the last 30 days'
}

function isYounger(since: string | null, days: number, now: number): boolean {
  return since === null || now - Date.parse(since) < days * dayMs
}

/** The explanation of a keyword that is too common. */
export const tooCommonText = 'Too many posts contain it, so it finds no leads by itself.'

/** Returns why a phrase is redundant; undefined if it has unique matches. */
export function withinText({ within, kind }: Pick<PhraseHealth, 'within' | 'kind'>): string | undefined {
  if (!within) return undefined
  const other = within.kind === kind ? `“${within.phrase}”` : `the ${within.kind} “${within.phrase}”`
  return `Finds only posts that ${other} also finds`
}

/** Returns how many leads an exclusion would have hidden. */
export function exclusionText({ rejected, accepted }: Exclusion): string {
  const all = rejected + accepted
  return `would have hidden ${number(rejected)} rejected and ${number(accepted)} accepted lead${all === 1 ? '' : 's'}`
}

/** Returns the leads that support a proposal. */
export function evidenceText({ accepted, rejected }: Proposal): string {
  const leads = `${number(accepted)} accepted lead${accepted === 1 ? '' : 's'}`
  return rejected === 0 ? `in ${leads}` : `in ${leads}, and ${number(rejected)} rejected`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
