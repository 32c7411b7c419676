import type { z } from 'zod'
import type { KeywordCreate } from '#contract/endpoints/listening.ts'
import type { Keyword } from '#contract/entities.ts'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { readOne } from '../db/find.ts'
import { takeTurn } from '../db/turn.ts'
import { audit } from '../features/audit/audit.ts'
import { insertKeywords, keywordsOf, keywordTaken, requireReadable } from '../features/keyword/keywords.ts'
import { listeningChanged } from '../features/project/listening.ts'
import { requireRight } from '../features/project/rights.ts'
import { requireRoom } from '../features/subscription/quota-room.ts'
import { requireToldLanguage } from './require-told-language.ts'
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
