import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { BrokenLine } from '../../contract.ts'
import { imported } from '../tables.ts'

import type { ImportRow } from './imports.ts'

/** The most broken lines stored in the import's row for display. */
export const brokenLinesKept = 20

/** The position of an import, as stored in its row. */
export interface ImportPosition {
  id: string
  linesDone: number
}

/** The progress that one batch adds. */
export interface Advance {
  linesDone: number
  bytesDone: number
  inserted: number
  known: number
  textBytes: number
  linesBroken: number
  brokenLines: readonly BrokenLine[]
}

/** Thrown when a user stopped or purged the import, or another process took it over. */
export class ImportClaimLost extends Error {}

/**
 * Claims an import, even from another process, whose next write then fails. Returns null if there is nothing to resume.
 */
export async function claimImport(
  ctx: Ctx,
  tx: Transaction,
  id: string,
  from: readonly ImportRow['state'][],
): Promise<ImportRow | null> {
  const [row] = await tx
    .update(imported)
    .set({ state: 'running', fault: null, finishedAt: null, updatedAt: ctx.now() })
    .where(and(eq(imported.id, id), inArray(imported.state, [...from])))
    .returning()
  return row ?? null
}

/**
 * Advances an import in the transaction that stores the batch, if it is still at the given position. This way, each
 * line is counted and stored once, even with several processes. Throws ImportClaimLost.
 */
export async function advanceImport(ctx: Ctx, tx: Transaction, position: ImportPosition, by: Advance): Promise<void> {
  const added = (column: typeof imported.itemsNew, count: number) => sql`${column} + ${count}`
  const [row] = await tx
    .update(imported)
    .set({
      linesDone: by.linesDone,
      bytesDone: by.bytesDone,
      itemsNew: added(imported.itemsNew, by.inserted),
      itemsKnown: added(imported.itemsKnown, by.known),
      textBytes: added(imported.textBytes, by.textBytes),
      linesBroken: added(imported.linesBroken, by.linesBroken),
      ...(by.brokenLines.length > 0 && {
        brokenLines: sql`${imported.brokenLines} || ${JSON.stringify(by.brokenLines)}::jsonb`,
      }),
      updatedAt: ctx.now(),
    })
    .where(isAt(position))
    .returning({ id: imported.id })
  if (!row) throw new ImportClaimLost()
}

/** Ends a run of an import at the given position. Throws ImportClaimLost. */
export async function endRun(
  ctx: Ctx,
  tx: Transaction,
  position: ImportPosition,
  end: Pick<ImportRow, 'state' | 'fault'> & Partial<Pick<ImportRow, 'linesDone' | 'bytesDone'>>,
): Promise<void> {
  const isOver = end.state === 'done' || end.state === 'failed'
  const [row] = await tx
    .update(imported)
    .set({ ...end, finishedAt: isOver ? ctx.now() : null, updatedAt: ctx.now() })
    .where(isAt(position))
    .returning({ id: imported.id })
  if (!row) throw new ImportClaimLost()
}

function isAt({ id, linesDone }: ImportPosition) {
  return and(eq(imported.id, id), eq(imported.state, 'running'), eq(imported.linesDone, linesDone))
}
