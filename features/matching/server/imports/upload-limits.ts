import { sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Bytes of unfinished uploads that one user may have, in all their projects together: two of the largest files. */
export const userUploadsMax = 4 * 1024 ** 3
/** Bytes of unfinished uploads that the database holds for everybody together. */
export const installationUploadsMax = 20 * 1024 ** 3

/** An upload that is about to begin. */
interface NewUpload {
  bytesTotal: number
  /** Who began it, and whom it counts against. */
  createdBy: string | null
}

/**
 * Throws ConflictError when an upload of this size doesn't fit into what its user, or everybody together, may have
 * unfinished. An upload counts in full as soon as its first chunk is there.
 */
export async function requireUploadRoom(tx: Transaction, { bytesTotal, createdBy }: NewUpload): Promise<void> {
  const { rows } = await tx.execute<{ own: string; everybody: string }>(
    sql`select own, everybody from uploaded_bytes(${createdBy})`,
  )
  const [own, everybody] = [Number(rows[0]?.own), Number(rows[0]?.everybody)]
  if (own + bytesTotal > userUploadsMax) throw uploadLimit(yoursFull)
  if (everybody + bytesTotal > installationUploadsMax) throw uploadLimit(serverFull)
}

/**
 * The same for the transaction that stores the first chunk. First chunks are stored one at a time, so that two that
 * race can't both take the last of the room.
 */
export async function reserveUpload(tx: Transaction, upload: NewUpload): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot uploads'))`)
  await requireUploadRoom(tx, upload)
}

const yoursFull =
  'Your unfinished uploads would exceed 4 GB with this file. Wait until they are imported, or remove one.'

const serverFull = 'The server has no space for this upload until other imports finish. Try again later.'

function uploadLimit(message: string): ApiError {
  return new ApiError('ConflictError', message, { reason: 'uploadLimit' })
}
