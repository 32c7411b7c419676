import type { z } from 'zod'
import { requireRoom } from '#features/billing/server/quota-room.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { audit, changeDetails } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { changesOf } from '#platform/server/database/changes.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/find.ts'
import type { Keyword, KeywordUpdate } from '../contract.ts'
import { keywordsOf, lockKeyword, requireReadable, writeKeyword } from './keywords.ts'
import { listeningChanged } from './project-watchlist.ts'
import { requireToldLanguage } from './require-told-language.ts'
import { withPauser } from './with-pauser.ts'

/** Rewords a keyword, changes its kind or where it counts, or pauses or resumes it. */
export async function updateKeyword(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof KeywordUpdate> },
): Promise<Keyword> {
  return transaction(ctx, async (tx) => {
    const row = await lockKeyword(ctx, tx, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeListening')
    const changes = changesOf(row, withPauser(data))
    if (changes.query !== undefined) requireReadable([changes.query], () => ['query'])
    requireToldLanguage(changes.language)
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      const written = await writeKeyword(ctx, tx, row, changes)
      if (changes.status === 'active') await requireRoom(ctx, tx, projectId, 'keywords')
      await listeningChanged(ctx, tx, projectId)
      await audit(ctx, tx, {
        projectId,
        action: 'keyword.update',
        subjectId: id,
        details: changeDetails(row, written, changed),
      })
    }
    return readOne(ctx, tx, keywordsOf(ctx), id)
  })
}
