import type { LeadRunResult, RunChoice } from '#features/discovery/contract.ts'
import { plural } from '../labels.ts'

type Chosen = Pick<LeadRunResult, 'lead' | 'dismissed'>

const leadTexts = { new: 'In your leads', replied: 'Replied', rejected: 'Rejected' } as const

/** Returns what was chosen about a result; null if nothing. */
export function choiceText({ lead, dismissed }: Chosen): string | null {
  if (lead) return lead.saved ? 'Saved in your leads' : leadTexts[lead.state]
  return dismissed ? 'Dismissed' : null
}

/** Returns whether a choice changes a result. Leads keep their state. */
export function changesResult({ lead, dismissed }: Chosen, choice: RunChoice): boolean {
  if (choice === 'none') return lead === null && dismissed
  if (lead) return false
  return choice === 'added' || !dismissed
}

/** Returns the notice after a choice. */
export function chosenText(choice: RunChoice, count: number): string {
  if (choice === 'added') return count === 1 ? 'Added to your leads' : `Added ${plural(count, 'post')} to your leads`
  if (choice === 'dismissed') return count === 1 ? 'Dismissed' : `Dismissed ${plural(count, 'result')}`
  return count === 1 ? 'No longer dismissed' : `${plural(count, 'result')} no longer dismissed`
}
