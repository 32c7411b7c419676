import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'

/** Returns whether a decision changes a lead: only new ones are marked as replied or rejected. */
export function changes(lead: Opportunity, decision: Decision): boolean {
  if (decision.kind === 'claim' || decision.kind === 'assignment') return true
  if (decision.kind === 'save') return lead.saved !== decision.on
  if (decision.on) return lead.state === 'new'
  return lead.state === (decision.kind === 'reply' ? 'replied' : 'rejected')
}
