import { sourceNameFault } from '#engine/records/pushed.ts'
import { requireConfirmed } from '#features/accounts/server/index.ts'
import {
  countPush,
  lockPushSource,
  type PushSource,
  pushedIdentities,
  requireStorageRoom,
  savePushed,
} from '#features/matching/server/index.ts'
import { forgetPost } from '#features/reddit/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { requireFreeSpace } from '#platform/server/free-space.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { type PushAnswer, pushLimits, refusedShown } from '../contract.ts'
import { type PushedItems, readLines } from './read-lines.ts'

interface Push {
  source: string
  project?: string | undefined
  body: Buffer
}

/**
 * Adds, updates, and deletes items of a push source of a project. Sending the same lines again changes nothing. All lines
 * are written in one transaction, and each deletion in another: after a failure in between, the client sends them again.
 */
export async function pushItems(ctx: Ctx, { source, project, body }: Push): Promise<PushAnswer> {
  const projectId = projectOf(ctx, project)
  requireRight(ctx, projectId, 'import')
  const name = source.trim().replace(/\s+/g, ' ')
  const fault = sourceNameFault(name)
  if (fault !== null) throw faultOfField('source', fault)
  const items = readLines(body, name)
  await spendLines(ctx, projectId, items.lines)
  await requireFreeSpace(ctx, body.length)
  await transaction(ctx, async (tx) => {
    await requireConfirmed(ctx, tx, 'send posts')
    await requireStorageRoom(tx, projectId)
  })
  return write(ctx, { projectId, name, body }, items)
}

/** Returns the project that a request is for: a token has exactly one. */
function projectOf({ actor }: Ctx, named: string | undefined): string {
  if (named !== undefined) return named
  const [only, ...others] = actor.kind === 'user' ? actor.memberships : []
  if (!only) throw new ApiError('NotFoundError', 'Not Found')
  if (others.length > 0) throw faultOfField('project', 'project is required')
  return only.projectId
}

function spendLines(ctx: Ctx, projectId: string, lines: number): Promise<void> {
  const { actor } = ctx
  const token = actor.kind === 'user' ? actor.token?.id : undefined
  const key = token === undefined ? `push project:${projectId}` : `push token:${token}`
  const most = pushLimits.linesPerMinute.toLocaleString('en')
  const what = `More than ${most} lines were sent within a minute`
  return spend(ctx, [{ key, attempts: pushLimits.linesPerMinute, minutes: 1, cost: lines }], what)
}

async function write(
  ctx: Ctx,
  { projectId, name, body }: { projectId: string; name: string; body: Buffer },
  { lines, deletedIds, refused, ...items }: PushedItems,
): Promise<PushAnswer> {
  const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  // Posts and batches are written by jobs alone.
  const asJob = actingAs(ctx, { kind: 'job', name: 'push' })
  const { from, saved } = await transaction(asJob, async (tx) => {
    const from = await lockPushSource(asJob, tx, { projectId, name, createdBy })
    if (from.isNew) {
      const details = { name, origin: 'push' }
      await audit(ctx, tx, { projectId, action: 'import.create', subjectId: from.importId, details })
    }
    const records = from.name === name ? items.records : readLines(body, from.name).records
    const saved = await savePushed(asJob, tx, from, records)
    const { inserted, textBytes } = saved
    await countPush(asJob, tx, from, { lines, inserted, known: records.length - inserted, textBytes, broken: refused })
    await announce(asJob, tx, 'imports', [projectId], from.importId)
    return { from, saved }
  })
  const deleted = await forget(asJob, from, deletedIds)
  return {
    added: saved.inserted,
    updated: saved.updated,
    unchanged: saved.unchanged + saved.forgotten,
    deleted,
    refused: refused.length,
    refusals: refused.slice(0, refusedShown).map(({ line, reason }) => ({ line, reason })),
  }
}

/** Forgets items as if they were deleted on Reddit, also those that haven't arrived yet. Returns how many. */
async function forget(ctx: Ctx, from: PushSource, ids: readonly string[]): Promise<number> {
  for (const identity of pushedIdentities(from, ids)) await forgetPost(ctx, identity, 'deleted')
  return ids.length
}
