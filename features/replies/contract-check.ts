import type { CheckContext } from '#engine/replies/check.ts'
import type { ReplyContext, ReplyDraft } from './contract-drafts.ts'

/** Returns the context for checking a text: that of a draft, or, without one, a text that a person wrote or edited. */
export function checkContextOf(context: ReplyContext, draft: Pick<ReplyDraft, 'method'> | null): CheckContext {
  const { rules, threadTitle, product, disclosure, bannedClaims, account, earlier } = context
  return {
    ...{ rules, threadTitle, product, disclosure, bannedClaims, account },
    earlier: earlier.map((reply) => ({ text: reply.text, place: `r/${reply.subreddit}` })),
    writer: draft === null ? 'person' : draft.method === 'model' ? 'model' : 'drafter',
  }
}
