import { sql } from 'drizzle-orm'
import { commonKeywords } from '#engine/candidates/common-keywords.ts'
import { healthDays } from '#engine/candidates/health-days.ts'
import { keywordHealth } from '#engine/candidates/keyword-health.ts'
import { proposalsFrom } from '#engine/candidates/proposals.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { KeywordHealth } from '../contract.ts'
import { readActiveProjects } from './active-projects.ts'
import { perDay } from './dated-matches.ts'
import { decidedFinds, findsOf } from './health.ts'

/** Returns statistics of a project's keywords and competitors, and suggestions. Any member may read them. */
export async function readKeywordHealth(ctx: Ctx, { id }: { id: string }): Promise<KeywordHealth> {
  roleIn(ctx, id)
  const now = ctx.now()
  const { found, decided, project } = await transaction(
    ctx,
    async (tx) => ({
      found: await findsOf(tx, id, now),
      decided: await decidedFinds(tx, id),
      project: (await readActiveProjects(tx, sql`p.id = ${id}`))[0],
    }),
    { onlyProject: id },
  )
  const { finds, basis } = found
  const tooCommon = project ? commonKeywords(project.profile) : []
  const phrases = keywordHealth(finds, decided, healthDays, new Set(tooCommon))
  return {
    from: basis?.from ?? null,
    since: basis?.since?.toISOString() ?? null,
    until: basis?.until?.toISOString() ?? null,
    decided: decided.length,
    phrases: phrases.map((health) => ({ ...health, perDay: basis && perDay(health.hits, basis) })),
    tooCommon,
    proposals: project ? proposalsFrom(decided, project.profile) : { keywords: [], competitors: [], communities: [] },
  }
}
