import { countPeopleKept, insertErasure } from '#features/privacy/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import type { SandboxPurge } from '../../contract.ts'

/** Where the outside world in miniature listens, while it is on (DESIGN 7). Throws NotFoundError while it is off. */
export async function readSandbox({ sandbox }: Ctx): Promise<Sandbox> {
  if (!sandbox) throw new ApiError('NotFoundError', 'The sandbox is turned off on this server.')
  return sandbox
}

/**
 * Has all taken away that a project found in the sandbox, with what people did with it, soon and in small steps
 * (run-erasure.ts): by its owners, once it sees what is real. Answers how many people of the sandbox stay, since the team
 * has something of its own about them. Throws ConflictError before that.
 */
export async function purgeSandbox(ctx: Ctx, { id }: { id: string }): Promise<SandboxPurge> {
  return transaction(ctx, async (tx) => {
    const { realm, realSince } = await lockProjectWithRight(ctx, tx, id, 'deleteProject')
    if (realm === 'sandbox') {
      throw new ApiError(
        'ConflictError',
        'This project has only sample data so far. You can delete it after real posts arrive.',
      )
    }
    if (realSince === null) return { peopleKept: 0 }
    const peopleKept = await countPeopleKept(tx, id)
    if (await insertErasure(ctx, tx, { kind: 'sandbox', subjectId: id })) {
      await audit(ctx, tx, { projectId: id, action: 'sandbox.purge', subjectId: id, details: { peopleKept } })
    }
    return { peopleKept }
  })
}
