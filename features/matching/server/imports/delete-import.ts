import { requireRight } from '#features/projects/server/rights.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockImport, writeImport } from './imports.ts'

/** Takes back all that an import brought in but what people decided on (purge-import.ts), soon and in small steps. */
export async function deleteImport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    const { projectId, name, itemsNew } = row
    requireRight(ctx, projectId, 'import')
    if (row.state === 'purging') return
    await writeImport(ctx, tx, row, { state: 'purging', fault: null })
    await ctx.queue.send(tx, 'purge', { importId: id })
    await announce(ctx, tx, 'imports', [projectId], id)
    await audit(ctx, tx, { projectId, action: 'import.delete', subjectId: id, details: { name, itemsNew } })
  })
}
