import { eq } from 'drizzle-orm'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { hasRight } from '#engine/rules/access.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Person } from '#platform/contract/row.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight, roleIn } from '#platform/server/permissions/rights.ts'
import { lockProject } from '#platform/server/tenancy/lock-project.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import type { BoardCopy, Boards, InsightBoards } from '../contract-boards.ts'
import { insightBoard } from './tables.ts'

type BoardRow = typeof insightBoard.$inferSelect

/** Returns the boards of a project. Throws ForbiddenError for the working copy if the actor may not change reports. */
export async function readBoards(ctx: Ctx, { id, copy }: { id: string; copy: BoardCopy }): Promise<InsightBoards> {
  requireRight(ctx, id, copy === 'working' ? 'changeReports' : 'readReports')
  return readOnly(ctx, async (tx) => presented(ctx, tx, { id, copy, row: await rowOf(tx, id) }))
}

/** Returns the published boards of a project. */
export async function publishedBoards(tx: Transaction, projectId: string): Promise<Boards> {
  return (await rowOf(tx, projectId))?.published ?? defaultBoards()
}

/** Writes the working copy. Throws ConflictError if it changed since the version that the caller names. */
export function writeBoards(
  ctx: Ctx,
  { id, boards, basedOn }: { id: string; boards: Boards; basedOn: number },
): Promise<InsightBoards> {
  return change(ctx, { id, basedOn, copy: 'working', action: 'insightBoards.update' }, () => ({
    ...{ working: boards, workingAt: ctx.now(), workingBy: authorOf(ctx) },
  }))
}

/** Publishes the working copy. Throws ConflictError if it changed since the version that the caller names, or is gone. */
export function publishBoards(ctx: Ctx, { id, basedOn }: { id: string; basedOn: number }): Promise<InsightBoards> {
  return change(ctx, { id, basedOn, copy: 'published', action: 'insightBoards.publish' }, (row) => {
    if (!row?.working) throw new ApiError('ConflictError', 'There is no working copy to publish.')
    const published = { published: row.working, publishedAt: ctx.now(), publishedBy: authorOf(ctx) }
    return { ...published, ...noWorkingCopy }
  })
}

/** Discards the working copy. Does nothing without one. */
export function discardBoards(ctx: Ctx, { id }: { id: string }): Promise<InsightBoards> {
  return change(ctx, { id, basedOn: null, copy: 'working', action: 'insightBoards.discard' }, (row) =>
    row?.working ? noWorkingCopy : null,
  )
}

const noWorkingCopy = { working: null, workingAt: null, workingBy: null }

interface Writing {
  id: string
  /** The version that the caller has seen; null if it doesn't matter. */
  basedOn: number | null
  /** The copy to return. */
  copy: BoardCopy
  action: string
}

/** Changes the row of a project unless `changesTo` returns null. */
async function change(
  ctx: Ctx,
  { id, basedOn, copy, action }: Writing,
  changesTo: (row: BoardRow | undefined) => Partial<BoardRow> | null,
): Promise<InsightBoards> {
  requireRight(ctx, id, 'changeReports')
  return transaction(ctx, async (tx) => {
    // A project's first boards have no row yet that could be locked.
    await lockProject(ctx, tx, id)
    const row = await rowOf(tx, id)
    const version = row?.version ?? 0
    if (basedOn !== null && basedOn !== version) {
      throw new ApiError('ConflictError', 'Someone else has changed the boards. Reload them to see their changes.')
    }
    const changes = changesTo(row)
    if (changes === null) return presented(ctx, tx, { id, copy, row })
    const values = { ...changes, version: version + 1 }
    const [written] = await tx
      .insert(insightBoard)
      .values({ projectId: id, ...values })
      .onConflictDoUpdate({ target: insightBoard.projectId, set: values })
      .returning()
    await audit(ctx, tx, { projectId: id, action, subjectId: id })
    return presented(ctx, tx, { id, copy, row: written })
  })
}

async function rowOf(tx: Transaction, projectId: string): Promise<BoardRow | undefined> {
  const [row] = await tx.select().from(insightBoard).where(eq(insightBoard.projectId, projectId))
  return row
}

async function presented(
  ctx: Ctx,
  tx: Transaction,
  { id, copy, row }: { id: string; copy: BoardCopy; row: BoardRow | undefined },
): Promise<InsightBoards> {
  const isWorking = copy === 'working' && row?.working !== undefined && row.working !== null
  const boards = isWorking ? row.working : row?.published
  const [at, by] = isWorking ? [row.workingAt, row.workingBy] : [row?.publishedAt, row?.publishedBy]
  return {
    copy,
    boards: boards ?? defaultBoards(),
    version: row?.version ?? 0,
    isChanged: row?.working !== undefined && row.working !== null,
    isDefault: !boards,
    updatedAt: at?.toISOString() ?? null,
    updatedBy: hasRight(roleIn(ctx, id), 'readMembers') ? await personOf(tx, id, by ?? null) : null,
  }
}

/** Returns a member of the project; null for someone who left it. */
async function personOf(tx: Transaction, projectId: string, userId: string | null): Promise<Person | null> {
  if (userId === null) return null
  const members = await tx
    .select({ id: member.userId, email: member.email })
    .from(member)
    .where(eq(member.projectId, projectId))
  const found = members.find(({ id }) => id === userId)
  return found ? { id: userId, documentId: userId, email: found.email } : null
}
