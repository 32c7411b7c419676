import type { KeywordCreate } from '@earshot/contract/endpoints/listening'
import type { Keyword } from '@earshot/contract/entities'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { readOne } from '../db/find.ts'
import { audit } from '../features/audit/audit.ts'
import { insertKeywords, keywordsOf, keywordTaken, requireReadable } from '../features/keyword/keywords.ts'
import { listeningChanged } from '../features/project/listening.ts'
import { requireRight } from '../features/project/rights.ts'
import { requireToldLanguage } from './require-told-language.ts'

/** Adds a keyword that the project listens for from now on, and among what is already there. */
export async function createKeyword(ctx: Ctx, input: z.output<typeof KeywordCreate>): Promise<Keyword> {
  const { project: projectId, ...values } = input
  requireRight(ctx, projectId, 'changeListening')
  requireReadable([values.query], () => ['query'])
  requireToldLanguage(values.language)
  return transaction(ctx, async (tx) => {
    const pausedBy = values.status === 'paused' ? 'user' : null
    const [row] = await insertKeywords(ctx, tx, projectId, [{ ...values, pausedBy }])
    if (!row) throw keywordTaken()
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'keyword.create', subjectId: row.id, details: { query: row.query } })
    return readOne(ctx, tx, keywordsOf(ctx), row.id)
  })
}
