import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { imported } from '../tables.ts'

/** Uploads that wait to be read lie in the database whole. */
const unfinishedMax = 5
/** Bytes of text that the imports of one project keep: some millions of posts. For more there is the command line. */
export const keptBytesMax = 5e9
/** What is said of an import that comes to it. */
export const projectFull = 'This project has reached its limit of 5 GB of imported posts. Remove an import to continue.'

/** Bytes of text that a project's imports keep. */
export async function keptBytes(tx: Transaction, projectId: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${imported.textBytes}), 0)` })
    .from(imported)
    .where(eq(imported.projectId, projectId))
  return Number(row?.bytes ?? 0)
}

/** Throws ConflictError where a project keeps as much as it may. */
export async function requireStorageRoom(tx: Transaction, projectId: string): Promise<void> {
  if ((await keptBytes(tx, projectId)) >= keptBytesMax) throw new ApiError('ConflictError', projectFull)
}

/** Throws ConflictError where a project may not begin another import. */
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
