import { z } from 'zod'
import type { Page } from '#engine/website/pages/page-parts.ts'
import type { WebsiteProfile } from '#engine/website/profile.ts'
import { pageTexts, refinedProfile } from '#engine/website/refined-profile.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { ask } from '#platform/server/network/chat-model.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'

const Refinement = z.object({
  name: z.string().describe('Name of the product'),
  summary: z.string().describe('One or two plain sentences: what it is, for whom, and what it does for them'),
  audience: z.array(z.string()).describe('Up to 5 groups of people it is for, each in one to four words'),
  pains: z.array(z.string()).describe('Up to 6 problems that it takes away, each in one to six words'),
  keywords: z
    .array(z.string())
    .describe('Up to 12 words or short phrases that people write who look for such a product or have its problem'),
  competitors: z.array(z.string()).describe('Other products that the pages name'),
  communities: z.array(z.string()).describe('Subreddits out of the ones found, the likeliest first'),
})

const system = `You prepare the search for people who need a product. You get the pages of its website as plain text, and
what rules have found on them. Correct and complete that: keep what is right, leave out what is not about the product, say
it more plainly. Use only what the pages say, in their language, without praise. Leave a list empty rather than guess.`

/**
 * Returns the profile, refined by the configured chat model. Returns it unchanged if there is no model, the model
 * fails, or nothing was read.
 */
export async function refineWebsiteProfile(
  ctx: Pick<Ctx, 'model' | 'log'>,
  profile: WebsiteProfile,
  pages: readonly Page[],
): Promise<WebsiteProfile> {
  if (!ctx.model || profile.read === 'nothing') return profile
  const input = { found: findingsOf(profile), pages: pageTexts(pages) }
  try {
    const refinement = await ask(ctx, { purpose: 'website_profile', system, input, schema: Refinement })
    return refinedProfile(profile, refinement, pages)
  } catch (error) {
    // The profile is useful without a model, and the log has the error.
    if (error instanceof EndpointError) return profile
    throw error
  }
}

function findingsOf(profile: WebsiteProfile): z.infer<typeof Refinement> {
  const texts = (of: readonly { text: string }[]) => of.map(({ text }) => text)
  return {
    name: profile.name?.text ?? '',
    summary: profile.summary?.text ?? '',
    audience: texts(profile.audience),
    pains: texts(profile.pains),
    keywords: texts(profile.keywords),
    competitors: texts(profile.competitors),
    communities: texts(profile.communities),
  }
}
