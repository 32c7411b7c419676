import type { z } from 'zod'
import { lockSignedIn } from '#features/accounts/server/index.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Budget, spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Export, ExportCreate } from '../../contract.ts'
import { insertExport, presentExport } from './exports.ts'

/**
 * Queues an export of all data of the caller or of a project. A project's export requires a role that sees all of it:
 * owner or admin.
 */
export async function createExport(ctx: Ctx, input: z.output<typeof ExportCreate>): Promise<Export> {
  const projectId = input.kind === 'project' ? input.project : null
  if (projectId !== null) requireRight(ctx, projectId, 'readAudit')
  await spend(ctx, exportBudgets(ctx))
  return transaction(ctx, async (tx) => {
    // The lock makes a user's exports count one after another.
    const { id: userId } = await lockSignedIn(ctx, tx)
    const row = await insertExport(ctx, tx, userId, { kind: input.kind, projectId })
    if (projectId !== null) await audit(ctx, tx, { projectId, action: 'project.export', subjectId: row.id })
    return presentExport(row)
  })
}

/** Limits exports, because each one reads everything. */
function exportBudgets({ actor }: Ctx): Budget[] {
  const userId = actor.kind === 'user' ? actor.userId : 'nobody'
  return [{ key: `export by ${userId}`, attempts: 20, minutes: 24 * 60 }]
}
