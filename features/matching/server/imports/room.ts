import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { imported } from '../tables.ts'

/** The most unfinished imports per project. The database holds queued uploads in full. */
const unfinishedMax = 5
/** Bytes of text that one project's imports may store: a few million posts. The command line has no such limit. */
export const keptBytesMax = 5e9
/** The fault of an import that reaches the limit. */
export const projectFull = 'This project has reached its limit of 5 GB of imported posts. Remove an import to continue.'

/** Returns the bytes of text that a project's imports store. */
export async function keptBytes(tx: Transaction, projectId: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${imported.textBytes}), 0)` })
    .from(imported)
    .where(eq(imported.projectId, projectId))
  return Number(row?.bytes ?? 0)
}

/** Throws ConflictError if a project has reached its storage limit. */
export async function requireStorageRoom(tx: Transaction, projectId: string): Promise<void> {
  if ((await keptBytes(tx, projectId)) >= keptBytesMax) throw new ApiError('ConflictError', projectFull)
}

/** Throws ConflictError if a project may not start another import. */
export async function requireRoom(tx: Transaction, projectId: string): Promise<void> {
  await requireStorageRoom(tx, projectId)
  const unfinished = inArray(imported.state, ['uploading', 'waiting', 'running', 'stopped'])
  const [row] = await tx
    .select({ imports: count() })
    .from(imported)
    .where(and(eq(imported.projectId, projectId), unfinished))
  if ((row?.imports ?? 0) >= unfinishedMax) {
    throw new ApiError(
      'ConflictError',
      `This project has ${unfinishedMax} unfinished imports. Wait for one to finish, or remove one.`,
    )
  }
}
