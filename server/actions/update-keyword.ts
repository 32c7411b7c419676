import type { KeywordUpdate } from '@earshot/contract/endpoints/listening'
import type { Keyword } from '@earshot/contract/entities'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { changesOf } from '../db/changes.ts'
import { transaction } from '../db/database.ts'
import { audit } from '../features/audit/audit.ts'
import { lockKeyword, presentKeyword, requireReadable, writeKeyword } from '../features/keyword/keywords.ts'
import { listeningChanged } from '../features/project/listening.ts'
import { requireRight } from '../features/project/rights.ts'

/** Rewords a keyword, changes its kind, or pauses or resumes it. */
export async function updateKeyword(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof KeywordUpdate> },
): Promise<Keyword> {
  return transaction(ctx, async (tx) => {
    const row = await lockKeyword(ctx, tx, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeListening')
    const changes = changesOf(row, data)
    if (changes.query !== undefined) requireReadable([changes.query], () => ['query'])
    const changed = Object.keys(changes)
    if (changed.length === 0) return presentKeyword(row)
    const written = await writeKeyword(ctx, tx, row, changes)
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'keyword.update', subjectId: id, details: { changed } })
    return presentKeyword(written)
  })
}
