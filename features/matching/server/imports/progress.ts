import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { BrokenLine } from '../../contract.ts'
import { imported } from '../tables.ts'

import type { ImportRow } from './imports.ts'

/** Broken lines that the row itself keeps to be shown. */
export const brokenLinesKept = 20

/** How far an import is, as its row says it. */
export interface ImportPosition {
  id: string
  linesDone: number
}

/** What a batch adds. */
export interface Advance {
  linesDone: number
  bytesDone: number
  inserted: number
  known: number
  textBytes: number
  linesBroken: number
  brokenLines: readonly BrokenLine[]
}

/** Somebody stopped or purged the import, or another process went on with it. */
export class ImportClaimLost extends Error {}

/**
 * Takes an import in hand, whatever hands it was in: from here on what those bring fails at `advance`. Null where
 * there is nothing to go on with.
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
 * Moves an import on in the transaction that keeps the batch's items, from the place where this process believes it to
 * be: whatever happens, and whoever else is at it, each line is counted and kept once. Throws ImportClaimLost.
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

/** Ends a run of an import, at the place that it came to. Throws ImportClaimLost. */
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
