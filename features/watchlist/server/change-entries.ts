import { requireRoom } from '#features/billing/server/index.ts'
import { audit, changeDetails } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, removeRow, writeRow } from '#platform/server/database/rows/own-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { type Entry, type EntryKind, insertEntries, lockEntry, type Values, withPauser } from './entries.ts'
import { watchlistChanged } from './project-watchlist.ts'
import { takeTurn } from './turn.ts'

/** Adds a keyword or competitor to the project's watchlist and backfills the project. */
export async function createEntry<Row extends Entry, Shown extends Record<string, unknown>>(
  ctx: Ctx,
  kind: EntryKind<Row, Shown>,
  projectId: string,
  values: Values<Row>,
): Promise<Shown> {
  requireRight(ctx, projectId, 'changeWatchlist')
  kind.check(values)
  return transaction(ctx, async (tx) => {
    await takeTurn(tx, projectId)
    const [row] = await insertEntries(ctx, tx, kind, projectId, [withPauser(values)])
    if (!row) throw faultOfField(kind.rows.unique.field, kind.rows.unique.taken)
    if (row.status === 'active') await requireRoom(ctx, tx, projectId, kind.limited)
    await watchlistChanged(ctx, tx, projectId)
    const details = kind.name(row)
    await audit(ctx, tx, { projectId, action: kind.actions.create, subjectId: row.id, details })
    return readOne(ctx, tx, kind.reading(ctx), row.id)
  })
}

/** Changes, pauses or resumes a keyword or competitor and backfills the project, if anything changes. */
export async function updateEntry<Row extends Entry, Shown extends Record<string, unknown>>(
  ctx: Ctx,
  kind: EntryKind<Row, Shown>,
  id: string,
  values: Values<Row>,
): Promise<Shown> {
  return transaction(ctx, async (tx) => {
    const row = await lockEntry(ctx, tx, kind, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeWatchlist')
    const changes = changesOf<Row>(row, withPauser(values))
    kind.check(changes)
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await writeRow(ctx, tx, kind.rows, row, changes)
      if (changes.status === 'active') await requireRoom(ctx, tx, projectId, kind.limited)
      await watchlistChanged(ctx, tx, projectId)
      const details = changeDetails(row, { ...row, ...changes }, changed)
      await audit(ctx, tx, { projectId, action: kind.actions.update, subjectId: id, details })
    }
    return readOne(ctx, tx, kind.reading(ctx), id)
  })
}

/** Deletes a keyword or competitor. The backfill that follows removes leads without another match. */
export async function deleteEntry<Row extends Entry>(ctx: Ctx, kind: EntryKind<Row>, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockEntry(ctx, tx, kind, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeWatchlist')
    await removeRow(tx, kind.rows, row)
    await watchlistChanged(ctx, tx, projectId)
    const details = kind.name(row)
    await audit(ctx, tx, { projectId, action: kind.actions.delete, subjectId: id, details })
  })
}
