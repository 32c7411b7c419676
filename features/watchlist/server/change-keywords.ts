import type { z } from 'zod'
import { supportedLanguages } from '#engine/text/language.ts'
import { requireRoom } from '#features/billing/server/index.ts'
import { audit, changeDetails } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Keyword, KeywordCreate, KeywordUpdate } from '../contract.ts'
import {
  insertKeywords,
  keywordsOf,
  keywordTaken,
  lockKeyword,
  removeKeyword,
  requireReadable,
  writeKeyword,
} from './keywords.ts'
import { watchlistChanged } from './project-watchlist.ts'
import { takeTurn } from './turn.ts'

/** What somebody writes, with who paused it: they, where that is the status they give, and nobody where it is another. */
export function withPauser<Values extends { status?: string | undefined }>(
  values: Values,
): Values & { pausedBy?: 'user' | null } {
  const { status } = values
  return status === undefined ? values : { ...values, pausedBy: status === 'paused' ? 'user' : null }
}

/** Throws ValidationError for a language that no text is told to be in: a keyword would find nothing in silence. */
export function requireSupportedLanguage(language: string | null | undefined): void {
  if (!language || supportedLanguages.has(language)) return
  throw faultOfField('language', `language must be one of ${[...supportedLanguages].sort().join(', ')}`)
}

/** Adds a keyword to the project's watchlist and backfills the project. */
export async function createKeyword(ctx: Ctx, input: z.output<typeof KeywordCreate>): Promise<Keyword> {
  const { project: projectId, ...values } = input
  requireRight(ctx, projectId, 'changeWatchlist')
  requireReadable([values.query], () => ['query'])
  requireSupportedLanguage(values.language)
  return transaction(ctx, async (tx) => {
    await takeTurn(tx, projectId)
    const [row] = await insertKeywords(ctx, tx, projectId, [withPauser(values)])
    if (!row) throw keywordTaken()
    if (row.status === 'active') await requireRoom(ctx, tx, projectId, 'keywords')
    await watchlistChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'keyword.create', subjectId: row.id, details: { query: row.query } })
    return readOne(ctx, tx, keywordsOf(ctx), row.id)
  })
}

/** Rewords a keyword, changes its kind or where it counts, or pauses or resumes it. */
export async function updateKeyword(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof KeywordUpdate> },
): Promise<Keyword> {
  return transaction(ctx, async (tx) => {
    const row = await lockKeyword(ctx, tx, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeWatchlist')
    const changes = changesOf(row, withPauser(data))
    if (changes.query !== undefined) requireReadable([changes.query], () => ['query'])
    requireSupportedLanguage(changes.language)
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      const written = await writeKeyword(ctx, tx, row, changes)
      if (changes.status === 'active') await requireRoom(ctx, tx, projectId, 'keywords')
      await watchlistChanged(ctx, tx, projectId)
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

/** Deletes a keyword. The backfill that follows removes leads that only this keyword found. */
export async function deleteKeyword(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockKeyword(ctx, tx, id)
    const { projectId, query } = row
    requireRight(ctx, projectId, 'changeWatchlist')
    await removeKeyword(tx, row)
    await watchlistChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'keyword.delete', subjectId: id, details: { query } })
  })
}
