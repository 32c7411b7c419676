import { urgencyOf } from '#engine/order/urgency.ts'
import type { ScoreWeights } from '#engine/score/component.ts'
import type { Opportunity } from '../../contract.ts'

/** Returns leads in the order "now" under other weights than those of the project, most urgent first. */
export function reordered(leads: readonly Opportunity[], weights: ScoreWeights, now: number): Opportunity[] {
  return leads
    .map((lead) => {
      const postedAt = lead.postedAt === null ? null : Date.parse(lead.postedAt)
      return { lead, urgency: urgencyOf({ ...lead, postedAt }, now, weights) }
    })
    .sort((a, b) => b.urgency - a.urgency)
    .map(({ lead }) => lead)
}
