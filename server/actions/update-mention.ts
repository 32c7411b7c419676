import type { MentionUpdate } from '#contract/endpoints/mentions.ts'
import type { Mention } from '#contract/entities/mention.ts'
import type { Ctx } from '../ctx.ts'
import { mentions } from '../features/mention/mentions.ts'
import { authorOf } from './author-of.ts'
import { updateRow } from './write-row.ts'

/** Marks a mention as handled, with who and when, or takes that back. */
export function updateMention(ctx: Ctx, { id, data }: { id: string; data: MentionUpdate }): Promise<Mention> {
  const { handled } = data
  return updateRow(ctx, { noun: 'mention', right: 'decide', rows: mentions }, id, async (row) => {
    if (handled === row.handled) return {}
    return { handled, handledBy: handled ? authorOf(ctx) : null, handledAt: handled ? ctx.now() : null }
  })
}
