import { requireConfirmed } from '#features/accounts/server/index.ts'
import { releasesChanged } from '#features/leads/server/index.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { requireFreeSpace } from '#platform/server/free-space.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { requireProjectRoom, tooManyProjects } from '#platform/server/tenancy/project-limit.ts'
import type { Project } from '../../contract.ts'
import type { ProjectFileSummary } from '../../contract-import.ts'
import { projectBudgets } from '../change-projects.ts'
import { firstSeeing } from '../first-seeing.ts'
import { insertProject, presentProject } from '../projects.ts'
import { workedOn } from './insert-leads.ts'
import { insertSettings } from './insert-settings.ts'
import { readProjectFile, rulesOf } from './project-file.ts'
import { projectFile } from './tables.ts'

const tooMany = 'You have created 150 projects in the past hour'

/** Returns what the file of an exported project contains. Throws ValidationError if it can't be imported. */
export async function checkProjectFile(ctx: Ctx, bytes: Buffer): Promise<ProjectFileSummary> {
  await spend(ctx, projectBudgets(ctx), tooMany)
  const file = await readProjectFile(bytes)
  const worked = workedOn(file)
  return {
    ...{ name: file.project.name, exportedAt: new Date(file.header.madeAt).toISOString() },
    ...{ keywords: file.keyword.length, competitors: file.competitor.length, prompts: file.prompt.length },
    ...{ views: file.savedView.length + file.savedSearch.length, alertRules: rulesOf(file).length },
    ...{ leads: worked.size, posts: file.posts.length - worked.size, skipped: file.skipped },
  }
}

/**
 * Creates a project of the caller from the file of an exported one, all or nothing (docs/decisions/0108). It is a draft
 * until a job has added its posts and leads. Throws ValidationError, RateLimitError, and ConflictError if the caller
 * owns too many projects.
 */
export async function importProject(ctx: Ctx, bytes: Buffer): Promise<Project> {
  const { userId } = presentActor(ctx)
  await spend(ctx, projectBudgets(ctx), tooMany)
  const file = await readProjectFile(bytes)
  await requireFreeSpace(ctx, bytes.length)
  const id = ctx.id()
  return transaction(
    ctx,
    async (tx) => {
      await requireConfirmed(ctx, tx, 'import projects')
      await requireProjectRoom(tx, userId, tooManyProjects.own)
      const { realm, sources } = await firstSeeing(ctx, tx, file.project.website)
      // Listed once the job has added its leads.
      const waiting = { status: 'draft' as const, realm, sources: [...sources] }
      const row = await insertProject(ctx, tx, userId, { id, ...file.project, ...waiting })
      await insertSettings(ctx, tx, { projectId: id, userId }, file)
      await releasesChanged(ctx, tx, id)
      await tx.insert(projectFile).values({ projectId: id, userId, bytes, createdAt: ctx.now() })
      await ctx.queue.send(tx, 'projectImport', { projectId: id })
      await audit(ctx, tx, { projectId: id, action: 'project.import', subjectId: id })
      return presentProject(row)
    },
    { alsoProjects: [id] },
  )
}
