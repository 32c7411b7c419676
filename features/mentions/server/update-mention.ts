import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import type { Mention, MentionUpdate } from '../contract.ts'
import { mentions } from './mentions.ts'

/** Marks a mention as handled, with user and time, or undoes that. */
export function updateMention(ctx: Ctx, { id, data }: { id: string; data: MentionUpdate }): Promise<Mention> {
  const { handled } = data
  return updateRow(ctx, { noun: 'mention', right: 'decide', rows: mentions }, id, async (row, tx) => {
    if (handled === row.handled) return {}
    await announce(ctx, tx, 'mentions', [row.projectId])
    return { handled, handledBy: handled ? authorOf(ctx) : null, handledAt: handled ? ctx.now() : null }
  })
}
