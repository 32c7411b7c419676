import { ageText } from '#platform/web/text/age.ts'
import { type Exclusion, healthDays, type PhraseHealth, type Proposal } from '../../contract.ts'

/** What a phrase has found, in words: how much, what became of it, and what people said to that. */
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

/** How much a phrase found of late; of a project that has not heard for a week, all that it found. */
export function weekText({ days }: Pick<PhraseHealth, 'days'>, since: string | null, now: number): string {
  const found = number(days.slice(-weekDays).reduce((sum, hits) => sum + hits, 0))
  return isYounger(since, weekDays, now) ? `${found} so far` : `${found} in the last 7 days`
}

/** Of a phrase that found nothing. */
export function nothingText(since: string | null, now: number): string {
  return isYounger(since, healthDays, now) ? 'No matches yet' : 'No matches in the last 30 days'
}

/** When a phrase found something last. */
export function latestText(instant: string, now: number): string {
  const age = ageText(instant, now)
  return age === 'just now' ? age : `${age} ago`
}

function isYounger(since: string | null, days: number, now: number): boolean {
  return since === null || now - Date.parse(since) < days * dayMs
}

/** Why a phrase could go; undefined where it finds something of its own. */
export function withinText({ within, kind }: Pick<PhraseHealth, 'within' | 'kind'>): string | undefined {
  if (!within) return undefined
  const other = within.kind === kind ? `“${within.phrase}”` : `the ${within.kind} “${within.phrase}”`
  return `Finds only posts that ${other} also finds`
}

/** What an exclusion would have done. */
export function exclusionText({ rejected, accepted }: Exclusion): string {
  const all = rejected + accepted
  return `would have hidden ${number(rejected)} rejected and ${number(accepted)} accepted lead${all === 1 ? '' : 's'}`
}

/** What speaks for a proposal. */
export function evidenceText({ accepted, rejected }: Proposal): string {
  const leads = `${number(accepted)} accepted lead${accepted === 1 ? '' : 's'}`
  return rejected === 0 ? `in ${leads}` : `in ${leads}, and ${number(rejected)} rejected`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
