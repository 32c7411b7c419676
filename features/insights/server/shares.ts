import { eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, requireSameProject, type Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { deleteRow } from '#platform/server/database/rows/write-row.ts'
import { digestOf } from '#platform/server/digest.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import type { InsightShare, InsightShareCreate } from '../contract-shares.ts'
import { publishedBoards } from './boards.ts'
import { insightShare, report } from './tables.ts'

type ShareRow = typeof insightShare.$inferSelect

/** The most links of a project. More would be hard to tell apart. */
const projectMax = 100
const dayMs = 24 * 3_600_000

/** The links to boards and reports of a project. */
export const insightShares: Writing<ShareRow, InsightShare> = {
  table: insightShare,
  columns: {
    id: insightShare.id,
    documentId: insightShare.id,
    createdAt: insightShare.createdAt,
    updatedAt: insightShare.updatedAt,
    project: insightShare.projectId,
    report: insightShare.reportId,
    createdBy: insightShare.createdBy,
    name: insightShare.name,
    expiresAt: insightShare.expiresAt,
  },
  project: insightShare.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    report: toOne('reports', (row) => row.reportId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(insightShare),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: ShareRow): InsightShare {
  const { name, board, days, expiresAt, openedAt } = row
  return {
    ...{ ...rowHead(row), name, board, days },
    expiresAt: expiresAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
  }
}

/** Creates a link. Only this response contains its address; only a digest is stored. */
export async function createShare(
  ctx: Ctx,
  { project: projectId, name, board, report: reportId, days, expiresInDays }: InsightShareCreate,
): Promise<InsightShare & { address: string }> {
  requireRight(ctx, projectId, 'changeReports')
  const createdBy = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    // The lock serializes the count of a project's links.
    await lockProjectWithRight(ctx, tx, projectId, 'changeReports')
    await requireSameProject(tx, report, { projectId, id: reportId, field: 'report' })
    if (board !== null) await requireBoard(tx, projectId, board)
    if ((await tx.$count(insightShare, eq(insightShare.projectId, projectId))) >= projectMax) {
      throw new ApiError('ConflictError', `A project can have ${projectMax} links. Revoke one first.`)
    }
    const secret = ctx.secret()
    const now = ctx.now()
    const [row] = await tx
      .insert(insightShare)
      .values({
        ...{ projectId, id: ctx.id(), name, board, reportId, days, createdBy, digest: digestOf(secret) },
        ...{ expiresAt: new Date(now.getTime() + expiresInDays * dayMs), createdAt: now, updatedAt: now },
      })
      .returning()
    if (!row) throw new Error('the link was not written')
    await audit(ctx, tx, { projectId, action: 'insightShare.create', subjectId: row.id, details: { name } })
    return { ...present(row), address: `${ctx.publicUrl}/share/${secret}` }
  })
}

/** Throws ValidationError unless a board is published. */
async function requireBoard(tx: Transaction, projectId: string, id: string): Promise<void> {
  const boards = await publishedBoards(tx, projectId)
  if (!boards.some((board) => board.id === id)) {
    throw faultOfField('board', 'board must be one of the published boards')
  }
}

/** Revokes a link: from now on, its address is unknown. */
export function revokeShare(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, { noun: 'insightShare', right: 'changeReports', rows: insightShares }, id)
}
