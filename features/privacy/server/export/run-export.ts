import { sql } from 'drizzle-orm'
import { hasRight } from '#engine/rules/access.ts'
import { type Actor, actingAs, type Ctx, type Membership } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { accountParts, type Part, projectPart, projectParts } from './contents.ts'
import { beginExport, type ExportRow, failExport, finishExport, lockUnfinished, noteLines } from './exports.ts'
import { type Draft, openDraft, removeExportFile } from './files.ts'
import { ownColumns } from './own-columns.ts'
import { linesOf, type Scope } from './rows.ts'

/** The export was deleted or restarted, or the process is stopping. */
class Unwanted extends Error {}

/**
 * Writes an export's file, one line per row, with the requester's permissions, so that the database's policies apply.
 * An interrupted run leaves no valid file; the next one starts over.
 */
export async function runExport(ctx: Ctx, { exportId }: Jobs['export']): Promise<void> {
  const row = await begin(ctx, exportId)
  if (!row) return
  const draft = await openDraft(ctx, row)
  let written: { lines: number; bytes: number }
  try {
    const lines = await new Writing(ctx, row, draft).write()
    written = { lines, bytes: await draft.finish() }
  } catch (error) {
    await draft.drop()
    if (!(error instanceof Unwanted)) throw error
    if (ctx.stopping.aborted) await transaction(ctx, (tx) => ctx.queue.send(tx, 'export', { exportId }))
    return
  }
  if (!(await transaction(ctx, (tx) => finishExport(ctx, tx, row, written)))) await draft.drop()
}

/** Starts a new attempt. Invalidates a previous one, which may still be running, and deletes its file. */
function begin(ctx: Ctx, exportId: string): Promise<(ExportRow & { attempt: string }) | null> {
  return transaction(ctx, async (tx) => {
    const before = await lockUnfinished(tx, exportId)
    if (!before) return null
    await removeExportFile(ctx, before)
    const row = { ...before, attempt: ctx.id() }
    await beginExport(ctx, tx, row)
    return row
  })
}

class Writing {
  private readonly ctx: Ctx
  private readonly row: ExportRow & { attempt: string }
  private readonly draft: Draft
  private lines = 0

  constructor(ctx: Ctx, row: ExportRow & { attempt: string }, draft: Draft) {
    this.ctx = ctx
    this.row = row
    this.draft = draft
  }

  /** Writes everything and returns the number of lines. */
  async write(): Promise<number> {
    const { kind, projectId, userId } = this.row
    const createdAt = this.ctx.now().toISOString()
    await this.add([
      JSON.stringify({ type: 'export', data: { format: 1, kind, projectId, userId, madeAt: createdAt } }),
    ])
    if (kind === 'project' && projectId !== null) await this.project(projectId)
    else await this.account()
    return this.lines
  }

  private async account(): Promise<void> {
    const { userId } = this.row
    for (const part of accountParts) await this.part(part, { [part.by]: userId }, [])
    const memberships = await this.memberships()
    for (const { projectId, role } of memberships) {
      // Own projects are exported completely, other projects only the user's part.
      if (role === 'owner') await this.project(projectId)
      else await this.share(projectId)
    }
  }

  private async project(projectId: string): Promise<void> {
    const own = (await this.memberships()).filter((each) => each.projectId === projectId)
    if (!own.some(({ role }) => hasRight(role, 'readAudit'))) return
    await this.part(projectPart, { id: projectId }, own)
    for (const part of projectParts) await this.part(part, { project_id: projectId }, own)
  }

  private async share(projectId: string): Promise<void> {
    const own = (await this.memberships()).filter((each) => each.projectId === projectId)
    const { userId } = this.row
    for (const part of projectParts) {
      const column = ownColumns[part.type]
      if (!column) continue
      await this.part(part, { project_id: projectId, [column]: column === 'actor' ? `user:${userId}` : userId }, own)
    }
  }

  private async part(part: Part, scope: Scope, memberships: Membership[]): Promise<void> {
    const actor: Actor = { kind: 'user', userId: this.row.userId, sessionId: this.row.id, memberships }
    await transaction(actingAs(this.ctx, actor), async (tx) => {
      for await (const lines of linesOf(tx, part, scope)) await this.add(lines)
    })
    const isWanted = await transaction(this.ctx, (tx) => noteLines(this.ctx, tx, this.row, this.lines))
    if (!isWanted || this.ctx.stopping.aborted) throw new Unwanted()
  }

  private async add(lines: readonly string[]): Promise<void> {
    await this.draft.write(lines)
    this.lines += lines.length
    if (this.ctx.stopping.aborted) throw new Unwanted()
  }

  /** Read again each time, so that a member removed meanwhile gets nothing more. */
  private async memberships(): Promise<Membership[]> {
    const { rows } = await transaction(this.ctx, (tx) =>
      tx.execute<Membership & Record<string, unknown>>(
        sql`select project_id as "projectId", role from memberships_of(${this.row.userId})`,
      ),
    )
    return rows
  }
}

/** Marks the export as failed after the job's last attempt. */
export async function giveUpExport(ctx: Ctx, { exportId }: Jobs['export']): Promise<void> {
  await transaction(ctx, (tx) => failExport(ctx, tx, exportId, 'A server error stopped the export. Start a new one.'))
}
