import type { Item, Profile } from '#engine/item.ts'
import { judged, judgeQuestion } from '#engine/judge/question.ts'
import { JudgeAnswer, judgeTask, type Verdict, validVerdicts } from '#engine/judge/verdicts.ts'
import type { EndpointConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { ask, type ModelBounds, modelBounds } from '#platform/server/network/chat-model.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'

/** Room for ten posts of line breaks and quotation marks alone, which JSON doubles. */
const judgeBounds: ModelBounds = { ...modelBounds, inputChars: 120_000 }

interface Judged {
  /** The valid verdicts, by item id. */
  verdicts: Map<string, Verdict>
  /** Why the other items were not judged, if the model failed. */
  error: EndpointError | null
}

/** Asks the chat model which items are leads for a product, ten at a time. Stops at the first failure. */
export async function judgePosts(
  service: { model: EndpointConfig | null; log: Pick<Ctx['log'], 'warn'> },
  profile: Profile,
  items: readonly Item[],
): Promise<Judged> {
  const verdicts = new Map<string, Verdict>()
  for (let at = 0; at < items.length; at += judged.postsPerQuestion) {
    const asked = items.slice(at, at + judged.postsPerQuestion)
    const question = { purpose: 'lead_verdicts', system: judgeTask, input: judgeQuestion(profile, asked) }
    try {
      const answer = await ask(service, { ...question, schema: JudgeAnswer }, judgeBounds)
      for (const [id, verdict] of validVerdicts(answer, asked)) verdicts.set(id, verdict)
    } catch (error) {
      if (error instanceof EndpointError) return { verdicts, error }
      throw error
    }
  }
  return { verdicts, error: null }
}
