import { and, count, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { savedView } from '#features/views/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { digestOf } from '#platform/server/digest.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import type { ViewFeed, ViewFeedCreate } from '../../contract.ts'
import { viewFeed } from '../tables.ts'

type ViewFeedRow = typeof viewFeed.$inferSelect

/** The most feeds of a project. More would be hard to tell apart. */
const projectMax = 50

/** The feeds of the projects in which the actor may create feeds. */
export const viewFeeds: Reading<ViewFeedRow, ViewFeed> = {
  table: viewFeed,
  columns: {
    id: viewFeed.id,
    documentId: viewFeed.id,
    createdAt: viewFeed.createdAt,
    updatedAt: viewFeed.updatedAt,
    project: viewFeed.projectId,
    view: viewFeed.viewId,
    createdBy: viewFeed.createdBy,
    content: viewFeed.content,
  },
  project: viewFeed.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    view: toOne('savedViews', (row) => row.viewId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(viewFeed),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: ViewFeedRow): ViewFeed {
  return { ...rowHead(row), content: row.content, lastReadAt: row.lastReadAt?.toISOString() ?? null }
}

/** Creates a feed of what the actor may see. Only this response contains its address; only a digest is stored. */
export async function createViewFeed(
  ctx: Ctx,
  { project: projectId, content, view: viewId }: z.output<typeof ViewFeedCreate>,
): Promise<ViewFeed & { address: string }> {
  requireRight(ctx, projectId, 'manageTokens')
  const createdBy = signedInId(ctx)
  await spend(ctx, [{ key: `feed by ${createdBy}`, attempts: 60, minutes: 60 }])
  return transaction(ctx, async (tx) => {
    // The lock serializes the count of a project's feeds.
    await lockProjectWithRight(ctx, tx, projectId, 'manageTokens')
    await requireSameProject(tx, savedView, { projectId, id: viewId, field: 'view' })
    if (viewId !== null) await requireLeadView(tx, projectId, viewId)
    const [known] = await tx.select({ total: count() }).from(viewFeed).where(eq(viewFeed.projectId, projectId))
    if ((known?.total ?? 0) >= projectMax) {
      throw new ApiError(
        'ApplicationError',
        `This project has reached the limit of ${projectMax} feeds. Revoke one first.`,
      )
    }
    const secret = ctx.secret()
    const dates = { createdAt: ctx.now(), updatedAt: ctx.now(), changedAt: ctx.now() }
    const values = { projectId, id: ctx.id(), content, viewId, createdBy, digest: digestOf(secret) }
    const [row] = await tx
      .insert(viewFeed)
      .values({ ...values, ...dates })
      .returning()
    if (!row) throw new Error('the feed was not written')
    await audit(ctx, tx, { projectId, action: 'viewFeed.create', subjectId: row.id, details: { content } })
    return { ...present(row), address: `${ctx.publicUrl}/feeds/${secret}` }
  })
}

/** Throws ValidationError for a view of another list than that of leads. */
async function requireLeadView(tx: Transaction, projectId: string, viewId: string): Promise<void> {
  const where = and(eq(savedView.projectId, projectId), eq(savedView.id, viewId))
  const [view] = await tx.select({ kind: savedView.kind }).from(savedView).where(where)
  if (view?.kind !== 'leads') throw faultOfField('view', 'view must be a view of leads')
}

/** Revokes a feed: its address is not found from now on. */
export async function deleteViewFeed(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { actor } = ctx
  const projectIds = actor.kind === 'user' ? actor.memberships.map(({ projectId }) => projectId) : []
  await transaction(ctx, async (tx) => {
    const [row] = await tx
      .delete(viewFeed)
      .where(and(inArray(viewFeed.projectId, projectIds), eq(viewFeed.id, id)))
      .returning()
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    const { projectId, content } = row
    requireRight(ctx, projectId, 'manageTokens')
    await audit(ctx, tx, { projectId, action: 'viewFeed.delete', subjectId: id, details: { content } })
  })
}
