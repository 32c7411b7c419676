import { listeningChanged } from '#features/watchlist/server/project-watchlist.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/find.ts'
import type { Project } from '../contract.ts'
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
