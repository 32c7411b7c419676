import type { z } from 'zod'
import { requireRoom } from '#features/billing/server/quota-room.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/find.ts'
import type { Keyword, KeywordCreate } from '../contract.ts'
import { insertKeywords, keywordsOf, keywordTaken, requireReadable } from './keywords.ts'
import { listeningChanged } from './project-watchlist.ts'
import { requireToldLanguage } from './require-told-language.ts'
import { takeTurn } from './turn.ts'
import { withPauser } from './with-pauser.ts'

/** Adds a keyword that the project listens for from now on, and among what is already there. */
export async function createKeyword(ctx: Ctx, input: z.output<typeof KeywordCreate>): Promise<Keyword> {
  const { project: projectId, ...values } = input
  requireRight(ctx, projectId, 'changeListening')
  requireReadable([values.query], () => ['query'])
  requireToldLanguage(values.language)
  return transaction(ctx, async (tx) => {
    await takeTurn(tx, projectId)
    const [row] = await insertKeywords(ctx, tx, projectId, [withPauser(values)])
    if (!row) throw keywordTaken()
    if (row.status === 'active') await requireRoom(ctx, tx, projectId, 'keywords')
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'keyword.create', subjectId: row.id, details: { query: row.query } })
    return readOne(ctx, tx, keywordsOf(ctx), row.id)
  })
}
