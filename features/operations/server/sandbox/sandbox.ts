import { countPeopleKept, insertErasure } from '#features/privacy/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import type { SandboxPurge } from '../../contract.ts'

/** Returns the sandbox's addresses (DESIGN 7). Throws NotFoundError if the sandbox is off. */
export async function readSandbox({ sandbox }: Ctx): Promise<Sandbox> {
  if (!sandbox) throw new ApiError('NotFoundError', 'The sandbox is turned off on this server.')
  return sandbox
}

/**
 * Deletes a project's sandbox data and the team's work on it, soon and in small steps (run-erasure.ts). Requires an
 * owner, and a project that sees real data. Returns how many sandbox people remain because the team has data about
 * them. Throws ConflictError while the project is in the sandbox.
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
