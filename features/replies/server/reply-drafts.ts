import { requireCredit, spendCredit } from '#features/billing/server/index.ts'
import { lockLeadRow, requireLead, reservePosts } from '#features/leads/server/index.ts'
import { requireSupportedLanguage } from '#features/watchlist/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { insertRow } from '#platform/server/database/rows/own-row.ts'
import { noTokens, type TokenUse } from '#platform/server/network/chat-text.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { ReplyDraft, type ReplyDraftCreate, replyDraftsResource } from '../contract-drafts.ts'
import { builtInDraft, isAnswerable } from './built-in-draft.ts'
import { writeModelDraft } from './model-draft.ts'
import { linesOf, type ReplyMaterial, readReplyMaterial } from './reply-material.ts'
import { replyDraft } from './tables.ts'

export const replyDrafts = resourceRows<typeof replyDraft, typeof ReplyDraft>(
  { resource: replyDraftsResource, entity: ReplyDraft },
  replyDraft,
)

/**
 * Suggests a reply to a lead from the project's facts, and keeps it with what it is made of. A configured chat model
 * writes it where a fact answers; `onText` gets its parts. If the model fails, or its text isn't acceptable, the built-in
 * draft stands in and says so.
 *
 * A text costs one credit, in the transaction that stores it; a missing fact or a reason not to answer is kept too and
 * costs nothing. Throws ConflictError if no credit is left, or if the post's text is gone.
 */
export async function createDraft(
  ctx: Ctx,
  { id, ...options }: { id: string } & ReplyDraftCreate,
  onText: (text: string) => void = () => {},
): Promise<ReplyDraft> {
  requireSupportedLanguage(options.language)
  const asked = ctx.model ? await transaction(ctx, (tx) => askedModel(ctx, tx, id, options)) : null
  // No transaction is open while the model writes.
  const written = asked && ('refusal' in asked ? asked : await writeModelDraft(ctx, asked, options, onText))
  return transaction(ctx, async (tx) => {
    // The lock makes the deletion of the post wait, which then finds this draft.
    const lead = await lockLeadRow(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    const material = await readReplyMaterial(tx, lead)
    const tokens = written?.tokens ?? noTokens
    if (written && 'text' in written) {
      const facts = linesOf(material.prompts.facts)
      const values = { state: 'drafted', method: 'model', model: written.model, text: written.text } as const
      return keepDraft(ctx, tx, lead, { ...options, ...values, ...tokens, facts, sentences: [], unanswered: [] })
    }
    const draft = builtInDraft(material, options)
    return keepDraft(ctx, tx, lead, { ...options, ...draft, ...tokens, refusal: written?.refusal ?? null })
  })
}

/**
 * Returns what the model writes a reply with, or why it can't today. Null if it isn't to be asked: no fact answers, the
 * author isn't to be answered, or the project's posts may not be sent to it. Other languages are for the model.
 */
async function askedModel(
  ctx: Ctx,
  tx: Transaction,
  id: string,
  options: ReplyDraftCreate,
): Promise<{ projectId: string; material: ReplyMaterial } | { refusal: string; tokens: TokenUse } | null> {
  const { projectId } = await requireLead(ctx, tx, id)
  requireRight(ctx, projectId, 'decide')
  const material = await readReplyMaterial(tx, { projectId, id })
  if (!material.sendToModel || !isAnswerable(material, options)) return null
  await requireCredit(ctx, tx, projectId)
  if ((await reservePosts(ctx, tx, projectId, 1)) === 1) return { projectId, material }
  return { refusal: "Your project reached today's limit for the model.", tokens: noTokens }
}

type DraftValues = Omit<
  typeof replyDraft.$inferInsert,
  'projectId' | 'id' | 'opportunityId' | 'createdBy' | 'createdAt' | 'updatedAt' | 'language' | keyof TokenUse
> &
  Pick<ReplyDraft, 'language' | keyof TokenUse>

/** Stores a draft and spends a credit if it has a text. */
async function keepDraft(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id: opportunityId }: { projectId: string; id: string },
  values: DraftValues,
): Promise<ReplyDraft> {
  const { model = null, refusal = null, text = null, because = null } = values
  const row = { ...values, model, refusal, text, because, projectId, opportunityId, createdBy: authorOf(ctx) }
  const id = await insertRow(ctx, tx, replyDrafts, row)
  if (text !== null) await spendCredit(ctx, tx, { projectId, amount: 1, note: 'Suggested reply', suggestionId: id })
  const { state, method } = values
  await audit(ctx, tx, { projectId, action: 'replyDraft.create', subjectId: opportunityId, details: { state, method } })
  await announce(ctx, tx, 'opportunities', [projectId], opportunityId)
  return readOne(ctx, tx, replyDrafts, id)
}
