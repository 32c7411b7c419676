import { OpinionAnswer, opinionQuestion, opinionTask, validOpinions } from '#engine/replies/opinion.ts'
import { requireLead, reservePosts } from '#features/leads/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { ask } from '#platform/server/network/chat-model.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { ReplyOpinion, ReplyOpinionCreate } from '../contract-drafts.ts'
import { readReplyMaterial } from './reply-material.ts'
import { modelFor, requireModel } from './reply-model.ts'

/**
 * Asks the project's chat model what it thinks of a reply under the community's rules, and stores nothing. It is a second
 * opinion beside the rule check. Counts as a post sent to the model. Throws ConflictError if the model can't be asked or
 * the rules aren't known, and ApplicationError if it fails.
 */
export async function askOpinion(ctx: Ctx, { id, text }: { id: string } & ReplyOpinionCreate): Promise<ReplyOpinion> {
  const material = await transaction(ctx, async (tx) => {
    const lead = await requireLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    const read = await readReplyMaterial(tx, lead)
    requireModel(ctx, read)
    if (!read.rules || read.rules.length === 0)
      throw new ApiError('ConflictError', "The rules of this community aren't known, so there is nothing to check.")
    if ((await reservePosts(ctx, tx, lead.projectId, 1)) === 0)
      throw new ApiError('ConflictError', "Your project reached today's limit for the model. Try again tomorrow.")
    return read
  })
  const rules = material.rules ?? []
  const model = modelFor(ctx, material)
  const input = opinionQuestion(text, material.post.title, rules)
  const question = { purpose: 'reply_opinion', system: opinionTask, input, schema: OpinionAnswer }
  try {
    // No transaction is open while the model writes.
    const answer = await ask({ model, log: ctx.log }, question)
    return { model: model!.model, findings: validOpinions(answer, text, rules) }
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    throw new ApiError('ApplicationError', `${error.message}. Try again later. The rule check doesn't need the model.`)
  }
}
