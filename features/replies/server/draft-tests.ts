import { requireCredit, spendCredit } from '#features/billing/server/index.ts'
import { requireLead, reservePosts } from '#features/leads/server/index.ts'
import { requireSupportedLanguage } from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { noTokens } from '#platform/server/network/chat-text.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { DraftTest, DraftTestCreate } from '../contract-drafts.ts'
import { builtInDraft, isAnswerable } from './built-in-draft.ts'
import { writeModelDraft } from './model-draft.ts'
import { linesOf, readReplyMaterial } from './reply-material.ts'
import { modelFor, requireModel } from './reply-model.ts'

/** Tests per user and hour. */
const attempts = 240

/**
 * Drafts a reply with edited prompts, and stores nothing. A built-in draft costs nothing; a text of the model costs one
 * credit and counts as a post sent to it, like a suggestion. Throws ConflictError if the model can't be asked, or if no
 * credit is left.
 */
export async function testPrompts(
  ctx: Ctx,
  { id, method, prompts: edits, ...options }: { id: string } & DraftTestCreate,
): Promise<DraftTest> {
  requireSupportedLanguage(options.language)
  await spend(ctx, [{ key: `draft tests of ${presentActor(ctx).userId}`, attempts, minutes: 60 }])
  const { projectId, material, asksModel } = await transaction(ctx, async (tx) => {
    const lead = await requireLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'changeProject')
    const read = await readReplyMaterial(tx, lead, edits)
    const asks = method === 'model' && isAnswerable(read, options)
    if (method === 'model') requireModel(ctx, read)
    if (asks) {
      await requireCredit(ctx, tx, lead.projectId)
      if ((await reservePosts(ctx, tx, lead.projectId, 1)) === 0)
        throw new ApiError(
          'ConflictError',
          "Your project reached today's limit for the model. Try the built-in drafts.",
        )
    }
    return { projectId: lead.projectId, material: read, asksModel: asks }
  })
  const { disclosure, bannedClaims } = material.prompts
  const checkedWith = { disclosure, bannedClaims: linesOf(bannedClaims) }
  if (!asksModel) {
    const { state, text, unanswered, because } = builtInDraft(material, options)
    return { state, method, model: null, text, unanswered, because, ...noTokens, ...checkedWith }
  }
  // No transaction is open while the model writes.
  const written = await writeModelDraft(ctx, { projectId, material }, options, () => {})
  const model = modelFor(ctx, material)!.model
  const rest = { method, model, unanswered: [], ...written.tokens, ...checkedWith }
  if ('refusal' in written) return { state: 'refused', text: null, because: written.refusal, ...rest }
  await transaction(ctx, async (tx) => {
    await requireLead(ctx, tx, id)
    await spendCredit(ctx, tx, { projectId, amount: 1, note: 'Prompt test', opportunityId: id })
  })
  return { state: 'drafted', text: written.text, because: null, ...rest }
}
