import type { z } from 'zod'
import { firstRealm } from '#app/installed-sources.ts'
import { projectBudgets, spend } from '#features/accounts/server/throttle.ts'
import { releasesChanged } from '#features/leads/server/release-finds.ts'
import { insertCompetitors } from '#features/watchlist/server/competitors.ts'
import { insertKeywords, requireReadable } from '#features/watchlist/server/keywords.ts'
import { startListening } from '#features/watchlist/server/project-watchlist.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Project, ProjectCreate } from '../contract.ts'
import { requireProjectRoom, tooManyProjects } from './project-limit.ts'
import { insertProject, presentProject } from './projects.ts'

/**
 * Sets a project up with all it listens for, or not at all. Its maker owns it, and its first scan begins at once;
 * with nothing to listen for yet it is a draft (DECISIONS 16). Throws RateLimitError for who makes more than 150 an hour,
 * ConflictError for who owns 50.
 */
export async function createProject(ctx: Ctx, input: z.output<typeof ProjectCreate>): Promise<Project> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const { keywords, competitors, ...words } = input
  requireReadable(keywords, (index) => ['keywords', index])
  await spend(ctx, projectBudgets(ctx), 'You have made 150 projects within an hour')
  const id = ctx.id()
  const listens = words.summary !== '' || keywords.length > 0 || competitors.length > 0
  const status = listens ? 'processing' : 'draft'
  return transaction(
    ctx,
    async (tx) => {
      await requireProjectRoom(tx, actor.userId, tooManyProjects.own)
      const row = await insertProject(ctx, tx, actor.userId, { id, ...words, status, realm: firstRealm(ctx) })
      const phrases = keywords.map((query) => ({ query, kind: 'problem' as const, status: 'active' as const }))
      await insertKeywords(ctx, tx, id, phrases)
      const rivals = competitors.map((rival) => ({ name: rival, website: null, status: 'active' as const }))
      await insertCompetitors(ctx, tx, id, rivals)
      await releasesChanged(ctx, tx, id)
      if (listens) await startListening(ctx, tx, id)
      await audit(ctx, tx, { projectId: id, action: 'project.create', subjectId: id })
      return presentProject(row)
    },
    { alsoProjects: [id] },
  )
}
