import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { removeOrphans } from '#platform/server/orphans.ts'
import { lockProject } from '#platform/server/tenancy/lock-project.ts'
import { eraseAccount } from './account.ts'
import { eraseProjectSoon } from './erase-project-soon.ts'
import { endErasure, readErasure } from './erasures.ts'
import { forgetJobs } from './jobs.ts'
import { eraseProject } from './project.ts'
import { eraseSandbox, forgetSandboxTime } from './sandbox.ts'

const erase = { project: eraseProject, account: eraseAccount, sandbox: eraseSandbox } as const

/**
 * Deletes the data of a project, an account, or a project's time in the sandbox, in small transactions. Idempotent: an
 * interrupted run continues in the next one, and two runs may overlap.
 */
export async function runErasure(ctx: Ctx, { erasureId }: Jobs['erase']): Promise<void> {
  const erasure = await transaction(ctx, (tx) => readErasure(tx, erasureId))
  if (!erasure) return
  if (erasure.kind === 'account') await eraseOrphanedProjects(ctx, erasure.subjectId)
  const isAtEnd = await erase[erasure.kind](ctx, erasure)
  if (!isAtEnd) return transaction(ctx, (tx) => ctx.queue.send(tx, 'erase', { erasureId }))
  await removeOrphans(ctx)
  await transaction(ctx, async (tx) => {
    if (erasure.kind === 'sandbox') await forgetSandboxTime(ctx, tx, erasure)
    else await forgetJobs(tx, erasure.subjectId)
    await endErasure(ctx, tx, erasure)
  })
}

/** Erases projects that the account came to own during its deletion and that have no other owner. */
async function eraseOrphanedProjects(ctx: Ctx, userId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select own.project_id as id from member own
      where own.user_id = ${userId} and own.role = 'owner' and not exists (
        select from member m where m.project_id = own.project_id and m.role = 'owner' and m.user_id <> ${userId})
      order by 1`)
    // Locks all projects before the first erasure, which takes the watchlist lock
    // (features/watchlist/server/project-watchlist.ts).
    for (const { id } of rows) await lockProject(ctx, tx, id)
    for (const { id } of rows) await eraseProjectSoon(ctx, tx, id)
  })
}
