import type { Exclusion, PhraseHealth, Proposal } from '@earshot/contract/keyword-health'

/** What a phrase has found, in words: how much, what became of it, and what people said to that. */
export function figuresText({ hits, perDay, leads, accepted, rejected }: PhraseHealth): string {
  const decided = [
    { count: accepted, word: 'accepted' },
    { count: rejected, word: 'rejected' },
  ].filter(({ count }) => count > 0)
  const share = `${Math.round((leads / hits) * 100)} % leads`
  return [perDayText(perDay), share, ...decided.map(({ count, word }) => `${number(count)} ${word}`)].join(' · ')
}

function perDayText(perDay: number): string {
  if (perDay < 0.1) return 'less than 0.1 a day'
  return `${perDay < 10 ? Number(perDay.toFixed(1)) : number(Math.round(perDay))} a day`
}

/** Why a phrase could go; undefined where it finds something of its own. */
export function withinText({ within, kind }: Pick<PhraseHealth, 'within' | 'kind'>): string | undefined {
  if (!within) return undefined
  const other = within.kind === kind ? `“${within.phrase}”` : `the ${within.kind} “${within.phrase}”`
  return `Finds nothing that ${other} does not find`
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
