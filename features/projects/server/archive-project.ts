import type { Project } from '#contract/entities.ts'
import { listeningChanged } from '#features/watchlist/server/project-watchlist.ts'
import type { Ctx } from '#server/ctx.ts'
import { transaction } from '#server/db/database.ts'
import { readOne } from '#server/db/find.ts'
import { audit } from '#server/features/audit/audit.ts'
import { holdProject } from './hold-project.ts'
import { projects, writeArchived } from './projects.ts'

/** Lets a project rest, so that it listens no more and keeps all it has; or wakes it, and it looks back again. */
export async function archiveProject(ctx: Ctx, { id, archived }: { id: string; archived: boolean }): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const row = await holdProject(ctx, tx, id, 'deleteProject')
    if ((row.status === 'archived') !== archived) {
      await writeArchived(ctx, tx, id, archived)
      await listeningChanged(ctx, tx, id)
      await audit(ctx, tx, { projectId: id, action: archived ? 'project.archive' : 'project.wake', subjectId: id })
    }
    return readOne(ctx, tx, projects, id)
  })
}
