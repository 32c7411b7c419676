import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects, type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import type { Import } from '../../contract.ts'
import { chunkBytes } from '../../contract-limits.ts'
import { imported } from '../tables.ts'

export type ImportRow = typeof imported.$inferSelect

export const imports: Reading<ImportRow, Import> = {
  table: imported,
  columns: {
    id: imported.id,
    documentId: imported.id,
    createdAt: imported.createdAt,
    updatedAt: imported.updatedAt,
    project: imported.projectId,
    createdBy: imported.createdBy,
    name: imported.name,
    origin: imported.origin,
    state: imported.state,
    bytesTotal: imported.bytesTotal,
    itemsNew: imported.itemsNew,
  },
  project: imported.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(imported),
  present: async (_tx, rows) => rows.map(presentImport),
}

export function presentImport(row: ImportRow): Import {
  const { name, origin, state, fault, bytesTotal, bytesDone, linesDone, itemsNew, itemsKnown } = row
  const { linesBroken, brokenLines, textBytes, recentLines, finishedAt } = row
  return {
    ...rowHead(row),
    name,
    origin,
    state,
    fault,
    bytesTotal,
    bytesDone,
    nextChunk: state === 'uploading' ? nextChunk(row) : null,
    linesDone,
    itemsNew,
    itemsKnown,
    linesBroken,
    brokenLines,
    textBytes,
    recentLines,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** Returns the number of the next chunk. During an upload, bytes_done counts the bytes received in full chunks. */
export function nextChunk({ bytesDone }: Pick<ImportRow, 'bytesDone'>): number {
  return Math.ceil(bytesDone / chunkBytes)
}

type NewImport = Pick<ImportRow, 'name' | 'origin' | 'bytesTotal' | 'state'> & Partial<Omit<ImportRow, 'id'>>

export async function insertImport(ctx: Ctx, tx: Transaction, values: NewImport): Promise<ImportRow> {
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const [row] = await tx
    .insert(imported)
    .values({ ...values, id: ctx.id(), ...dates })
    .returning()
  if (!row) throw new Error('the import was not written')
  return row
}

/** Locks an import in one of the actor's projects until the transaction ends. Throws NotFoundError. */
export async function lockImport(ctx: Ctx, tx: Transaction, id: string): Promise<ImportRow & { projectId: string }> {
  const own = and(ownProjects(ctx, imported.projectId), eq(imported.id, id))
  const [row] = await tx.select().from(imported).where(own).for('no key update')
  if (!row || row.projectId === null) throw new ApiError('NotFoundError', 'Not Found')
  return { ...row, projectId: row.projectId }
}

/**
 * Returns the newest import of an archive for one project or, with null, for all. Locks it until the transaction ends.
 */
export async function findSameArchive(
  tx: Transaction,
  projectId: string | null,
  fingerprint: string,
): Promise<ImportRow | null> {
  const isArchive = ne(imported.origin, 'push')
  const isOurs = projectId === null ? isNull(imported.projectId) : eq(imported.projectId, projectId)
  const [row] = await tx
    .select()
    .from(imported)
    .where(and(isOurs, isArchive, eq(imported.fingerprint, fingerprint), ne(imported.state, 'purging')))
    .orderBy(desc(imported.id))
    .limit(1)
    .for('no key update')
  return row ?? null
}

export async function writeImport(
  ctx: Ctx,
  tx: Transaction,
  row: ImportRow,
  changes: Partial<ImportRow>,
): Promise<ImportRow> {
  const [written] = await tx
    .update(imported)
    .set({ ...changes, updatedAt: ctx.now() })
    .where(eq(imported.id, row.id))
    .returning()
  if (!written) throw new ApiError('NotFoundError', 'Not Found')
  return written
}
