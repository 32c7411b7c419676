import type { LeadRunResult } from '#features/discovery/contract.ts'
import type { Opportunity } from '../../contract.ts'

/**
 * Returns a result in the form of a lead, so that it is shown like one: with the run's score and reasons and, if its
 * post is a lead already, with the decisions on that.
 */
export function asLead(result: LeadRunResult, lead: Opportunity | undefined): Opportunity {
  const { id, documentId, createdAt, updatedAt, publishedAt, score, label, components, sentence, snippet } = result
  const shown = { score, label, components, sentence, snippet }
  const copies = { siblings: result.copies, siblingCount: result.copies.length }
  const post = result.post && { post: result.post }
  if (lead) return { ...lead, ...shown, ...copies, ...post }
  return {
    ...{ id, documentId, createdAt, updatedAt, publishedAt },
    ...shown,
    ...copies,
    ...post,
    urgency: 0,
    postedAt: result.postedAt,
    numComments: result.post?.numComments ?? null,
    releasedAt: createdAt,
    state: result.lead?.state ?? 'new',
    saved: result.lead?.saved ?? false,
    decidedAt: null,
    reply: null,
    rejection: null,
    save: null,
    claim: null,
    unread: result.lead === null && !result.dismissed,
  }
}
