import { sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Bytes of unfinished uploads per user, across projects: two files of the largest size. */
export const userUploadsMax = 4 * 1024 ** 3
/** Bytes of unfinished uploads in the database for all users together. */
export const installationUploadsMax = 20 * 1024 ** 3

/** An upload about to start. */
interface NewUpload {
  bytesTotal: number
  /** The user who started it and whose limit it counts toward. */
  createdBy: string | null
}

/**
 * Throws ConflictError if an upload of this size would exceed the limit of its user or of all users together. An upload
 * counts in full as soon as its first chunk is stored.
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
 * Checks the limits again in the transaction that stores the first chunk. First chunks are serialized, so that two of
 * them can't both take the remaining space.
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
