import { ApiError } from '@earshot/contract/errors'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { audit } from '../features/audit/audit.ts'
import { insertErasure } from '../features/erasure/erasures.ts'
import { holdProject } from './hold-project.ts'

/**
 * Has all taken away that a project found in the sandbox, with what people did with it, soon and in small steps
 * (run-erasure.ts): by its owners, once it sees what is real. Throws ConflictError before that.
 */
export async function purgeSandbox(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { realm, realSince } = await holdProject(ctx, tx, id, 'deleteProject')
    if (realm === 'sandbox') {
      throw new ApiError('ConflictError', 'This project still sees the sandbox: there is nothing else in it yet')
    }
    if (realSince === null) return
    if (!(await insertErasure(ctx, tx, { kind: 'sandbox', subjectId: id }))) return
    await audit(ctx, tx, { projectId: id, action: 'sandbox.purge', subjectId: id })
  })
}
