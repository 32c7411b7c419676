import { requireRight } from '#features/projects/server/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Import } from '../../contract.ts'
import { lockImport, presentImport, writeImport } from './imports.ts'

/** Stops an import at the end of the batch under way. What is in stays in, and it can go on. */
export async function stopImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    requireRight(ctx, row.projectId, 'import')
    if (row.state === 'stopped') return presentImport(row)
    if (row.state !== 'uploading' && row.state !== 'waiting' && row.state !== 'running') {
      throw new ApiError('ConflictError', 'This import is over', { state: row.state })
    }
    const written = await writeImport(ctx, tx, row, { state: 'stopped', fault: null })
    await announce(ctx, tx, 'imports', [row.projectId], id)
    await audit(ctx, tx, { projectId: row.projectId, action: 'import.stop', subjectId: id })
    return presentImport(written)
  })
}
