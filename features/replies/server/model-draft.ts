import { acceptDraft, type Refusal } from '#engine/replies/accept.ts'
import { type PromptRequest, replyPrompt } from '#engine/replies/prompt.ts'
import { languageOf } from '#engine/text/language.ts'
import { readThreadTexts } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { noTokens, type TokenUse, writeText } from '#platform/server/network/chat-text.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'
import type { ReplyDraftCreate } from '../contract-drafts.ts'
import { linesOf, type ReplyMaterial } from './reply-material.ts'
import { modelFor } from './reply-model.ts'

/** The text that a model wrote, or why it can't be used, in a sentence for users; and what either cost. */
type ModelText = ({ text: string; model: string } | { refusal: string }) & { tokens: TokenUse }

const refusals: Record<Refusal, string> = {
  empty: 'The model returned no text.',
  tooLong: "The model's text was too long.",
  boundary: "The model's text contained parts of its instructions.",
  prompt: "The model's text contained parts of its instructions.",
  instruction: "The model's text contained instructions instead of a reply.",
  link: "The model's text contained a link that neither your facts nor the thread has.",
  number: "The model's text contained a number that your facts don't have.",
  superlative: "The model's text made a claim that your facts don't make.",
  bannedClaim: "The model's text made a claim that your project avoids.",
  mention: "The model's text named your product, which you didn't want.",
  language: "The model's text was in another language.",
}

/**
 * Has the project's chat model write a reply, passes on its parts, and checks the whole (docs/decisions/0111). The parts
 * are unchecked: only the returned text may be used. The thread is read from Reddit for it and not stored.
 */
export async function writeModelDraft(
  ctx: Ctx,
  { projectId, material }: { projectId: string; material: ReplyMaterial },
  options: ReplyDraftCreate,
  onText: (text: string) => void,
): Promise<ModelText> {
  const { post, rules, profile, aliases, prompts } = material
  const model = modelFor(ctx, material)
  if (!model) return { refusal: 'The model is not available.', tokens: noTokens }
  const request: PromptRequest = {
    ...{ post, thread: await readThreadTexts(ctx, { id: projectId, postId: post.id }), rules: rules ?? [] },
    product: { name: profile.name, website: profile.website, aliases },
    ...{ facts: prompts.facts, voice: prompts.voice, disclosure: prompts.disclosure },
    ...{ bannedClaims: linesOf(prompts.bannedClaims), ...options, language: options.language ?? languageOf(post) },
  }
  const boundary = Buffer.from(ctx.secret(), 'base64url').toString('hex').slice(0, 32)
  try {
    const { text, tokens } = await writeText({ model, log: ctx.log }, replyPrompt(request, boundary), onText)
    const accepted = acceptDraft(text, request, boundary)
    if (!accepted.accepted) return { refusal: refusals[accepted.refusal], tokens }
    return { text: accepted.text, model: model.model, tokens }
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    return { refusal: faultText(error, model.model), tokens: noTokens }
  }
}

function faultText({ fault }: EndpointError, model: string): string {
  if (fault === 'slow') return "The model didn't respond in time."
  return fault === 'missing' ? `The endpoint has no model “${model}”.` : 'The model is not available.'
}
