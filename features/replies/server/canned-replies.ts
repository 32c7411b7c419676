import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { cannedRepliesMax } from '#engine/replies/canned.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { insertRow } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type CannedReply, cannedRepliesContract } from '../contract-canned.ts'
import { cannedReply } from './tables.ts'

/** Canned replies, shared by the team of a project. */
export const cannedReplies = {
  ...resourceRows(cannedRepliesContract, cannedReply),
  unique: { index: 'canned_reply_name', field: 'name', taken: 'A canned reply with this name already exists' },
}

const written = { noun: 'cannedReply', right: 'decide', rows: cannedReplies } as const

/** Adds a canned reply. Throws ConflictError if the project has as many as it can have. */
export function createCannedReply(
  ctx: Ctx,
  { project: projectId, ...values }: z.output<typeof cannedRepliesContract.create>,
): Promise<CannedReply> {
  const row = { projectId, ...values, createdBy: authorOf(ctx) }
  return createRow(ctx, written, row, { check: (tx) => requireRoom(tx, projectId) })
}

export function updateCannedReply(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof cannedRepliesContract.update> },
): Promise<CannedReply> {
  return updateRow(ctx, written, id, async () => data)
}

export function deleteCannedReply(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

/** Adds the canned replies of a new project. Throws ValidationError for more than it can have. */
export async function insertCannedReplies(
  ctx: Ctx,
  tx: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
  replies: readonly Omit<z.output<typeof cannedRepliesContract.create>, 'project'>[],
): Promise<void> {
  if (replies.length > cannedRepliesMax) {
    throw new ApiError('ValidationError', `A project can have ${cannedRepliesMax} canned replies. The file has more.`)
  }
  for (const reply of replies) await insertRow(ctx, tx, cannedReplies, { projectId, createdBy: userId, ...reply })
}

/** Counts under a lock, so that no two at once exceed the limit. */
async function requireRoom(tx: Transaction, projectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot canned replies'), hashtext(${projectId}))`)
  if ((await tx.$count(cannedReply, eq(cannedReply.projectId, projectId))) < cannedRepliesMax) return
  throw new ApiError('ConflictError', `A project can have ${cannedRepliesMax} canned replies. Delete one first.`)
}
