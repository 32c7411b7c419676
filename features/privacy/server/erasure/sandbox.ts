import { type SQL, sql } from 'drizzle-orm'
import { isBarePerson } from '#features/crm/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'
import { removeFrom, removeLeadsOf } from './project.ts'
import { batchSize, type Step, takeSteps } from './steps.ts'

/**
 * Deletes a project's sandbox finds, along with their authors and the posts that no project needs. Returns whether it
 * is complete.
 */
export function eraseSandbox(ctx: Ctx, erasure: ErasureRow): Promise<boolean> {
  const tables = ['candidate', 'opportunity', 'mention'] as const
  const inSandbox = sql`and realm = 'sandbox'`
  const finds = tables.map((table) => removeLeadsOf(table, inSandbox))
  const kept = ['forgetting', 'audit_review', 'mention_mute', 'lead_run', 'lead_choice', 'seo_question', 'seo_thread']
  const records = kept.map((table) => removeFrom(table, inSandbox))
  // People first, because their leads identify them.
  return takeSteps(ctx, erasure, [removeSandboxPeople, ...finds, ...records])
}

/** Counts the sandbox people that a purge keeps because the team has data about them. */
export async function countPeopleKept(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await tx.execute<{ kept: number }>(sql`
    select count(*)::int as kept from person p where ${isSandboxPerson(projectId)} and not ${isBarePerson}`)
  return rows[0]?.kept ?? 0
}

const removeSandboxPeople: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    delete from person where project_id = ${subjectId} and id = any (array(
      select p.id from person p where ${isSandboxPerson(subjectId)} and ${isBarePerson} limit ${batchSize}))`)
  return rowCount ?? 0
}

/** Returns the condition for people (p) who wrote sandbox finds of the project but no real ones. */
function isSandboxPerson(projectId: string): SQL {
  const authors = (realm: 'sandbox' | 'real') => sql`(
    select lower(t.author) from (
      select post_id from opportunity where project_id = ${projectId} and realm = ${realm}
      union select post_id from mention where project_id = ${projectId} and realm = ${realm}
    ) f join post t on t.id = f.post_id where t.author is not null)`
  return sql`(p.project_id = ${projectId} and lower(p.handle) in ${authors('sandbox')}
    and lower(p.handle) not in ${authors('real')})`
}

/** Clears the date of the switch to real data, once all sandbox data is deleted. */
export async function forgetSandboxTime(ctx: Ctx, tx: Transaction, { subjectId }: ErasureRow): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update project set real_since = null, updated_at = ${ctx.now().toISOString()}
    where id = ${subjectId} and real_since is not null`)
  if (rowCount) await announce(ctx, tx, 'project', [subjectId])
}
