import { sql } from 'drizzle-orm'
import { answersIn } from '#engine/replies/draft.ts'
import { languageOf, supportedLanguages } from '#engine/text/language.ts'
import { type LeadKey, requireLead } from '#features/leads/server/index.ts'
import { connectedAccount, promotionsOf } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { ReplyContext } from '../contract-drafts.ts'
import { linesOf, readReplyMaterial } from './reply-material.ts'
import { modelFor } from './reply-model.ts'

/** Enough to notice a repeated text, which moderators do too. */
const earlierMost = 50
const dayMs = 24 * 3_600_000

/**
 * Returns what a reply to a lead is written and checked with: the browser checks the text as the user types. Throws
 * NotFoundError, or ConflictError if the post's text is gone.
 */
export async function readReplyContext(ctx: Ctx, { id }: { id: string }): Promise<ReplyContext> {
  return readOnly(ctx, async (tx) => {
    const lead = await requireLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    const material = await readReplyMaterial(tx, lead)
    const { post, realm, profile, aliases, prompts, rules } = material
    const { asks, facts } = answersIn({ post, profile, aliases, facts: prompts.facts })
    const account = await connectedAccount(tx, lead.projectId, realm)
    return {
      asks,
      facts,
      factCount: linesOf(prompts.facts).length,
      rules,
      threadTitle: post.title === '' ? null : post.title,
      product: { name: profile.name, website: profile.website, aliases },
      disclosure: prompts.disclosure,
      bannedClaims: linesOf(prompts.bannedClaims),
      account: account && {
        name: account.name,
        ageDays: account.joinedAt && Math.floor((ctx.now().getTime() - account.joinedAt.getTime()) / dayMs),
        karma: account.karma,
        promotions: promotionsOf(account, ctx.now()),
      },
      earlier: await earlierReplies(tx, lead),
      model: modelFor(ctx, material)?.model ?? null,
      language: languageOf(post),
      languages: [...supportedLanguages],
    }
  })
}

/** Returns the project's latest replies to other leads. */
async function earlierReplies(tx: Transaction, { projectId, id }: LeadKey): Promise<ReplyContext['earlier']> {
  const { rows } = await tx.execute<{ text: string; subreddit: string; permalink: string | null; at: Date }>(sql`
    select d.text, d.permalink, p.subreddit, d.created_at as at
    from decision d
    join opportunity o on o.project_id = d.project_id and o.id = d.opportunity_id
    join post p on p.id = o.post_id
    where d.project_id = ${projectId} and d.opportunity_id <> ${id} and d.kind = 'reply' and d.text is not null
    order by d.created_at desc limit ${earlierMost}`)
  return rows.map(({ at, ...reply }) => ({ ...reply, at: new Date(at).toISOString() }))
}
