import { ageText } from '#platform/web/text/age.ts'
import { type Exclusion, healthDays, type PhraseHealth, type Proposal } from '../../contract.ts'

/** Summarizes a phrase's matches, leads and decisions. */
export function figuresText({ hits, perDay, leads, accepted, rejected }: PhraseHealth): string {
  const decided = [
    { count: accepted, word: 'accepted' },
    { count: rejected, word: 'rejected' },
  ].filter(({ count }) => count > 0)
  const share = `${Math.round((leads / hits) * 100)}% leads`
  return [perDayText(perDay), share, ...decided.map(({ count, word }) => `${number(count)} ${word}`)].join(' · ')
}

function perDayText(perDay: number): string {
  if (perDay < 0.1) return 'less than 0.1 per day'
  return `${perDay < 10 ? Number(perDay.toFixed(1)) : number(Math.round(perDay))} per day`
}

const dayMs = 24 * 3_600_000
const weekDays = 7

/** Returns the matches of the last week; "so far" if the project has tracked for less than that. */
export function weekText({ days }: Pick<PhraseHealth, 'days'>, since: string | null, now: number): string {
  const found = number(days.slice(-weekDays).reduce((sum, hits) => sum + hits, 0))
  return isYounger(since, weekDays, now) ? `${found} so far` : `${found} in the last 7 days`
}

/** Returns the text for a phrase without matches. */
export function nothingText(since: string | null, now: number): string {
  return isYounger(since, healthDays, now) ? 'No matches yet' : 'No matches in the last 30 days'
}

/** Returns the time of a phrase's latest match. */
export function latestText(instant: string, now: number): string {
  const age = ageText(instant, now)
  return age === 'just now' ? age : `${age} ago`
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
