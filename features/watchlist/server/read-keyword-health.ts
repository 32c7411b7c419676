import { sql } from 'drizzle-orm'
import { commonKeywords } from '#engine/candidates/common-keywords.ts'
import { healthDays } from '#engine/candidates/health-days.ts'
import { keywordHealth } from '#engine/candidates/keyword-health.ts'
import { proposalsFrom } from '#engine/candidates/proposals.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { KeywordHealth } from '../contract.ts'
import { readActiveProjects } from './active-projects.ts'
import { perDay } from './dated-matches.ts'
import { decidedFinds, findsOf } from './health.ts'

/** Returns statistics of a project's keywords and competitors, and suggestions. Any member may read them. */
export async function readKeywordHealth(ctx: Ctx, { id }: { id: string }): Promise<KeywordHealth> {
  roleIn(ctx, id)
  return transaction(ctx, (tx) => keywordHealthOf(ctx, tx, id), { onlyProject: id })
}

/** Does the same in the caller's transaction, for jobs. */
export async function keywordHealthOf(ctx: Ctx, tx: Transaction, id: string): Promise<KeywordHealth> {
  const { finds, basis } = await findsOf(tx, id, ctx.now())
  const decided = await decidedFinds(tx, id)
  const [project] = await readActiveProjects(tx, sql`p.id = ${id}`)
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
