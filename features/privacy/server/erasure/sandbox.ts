import { type SQL, sql } from 'drizzle-orm'
import { isBarePerson } from '#features/crm/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'
import { removeFrom, removeLeadsOf } from './project.ts'
import { batchSize, type Step, takeSteps } from './steps.ts'

/**
 * Takes away what a project found in the sandbox, with the people of it and the posts that no project needs. Answers
 * whether it came to the end.
 */
export function eraseSandbox(ctx: Ctx, erasure: ErasureRow): Promise<boolean> {
  const tables = ['candidate', 'opportunity', 'mention'] as const
  const ofSandbox = sql`and realm = 'sandbox'`
  const finds = tables.map((table) => removeLeadsOf(table, ofSandbox))
  // People first: only as long as their leads are there it is known whose they are.
  return takeSteps(ctx, erasure, [removeMadeUpPeople, ...finds, removeFrom('forgetting', ofSandbox)])
}

/** So many people of the sandbox stay when it is purged, since the team has something of its own about them. */
export async function countPeopleKept(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await tx.execute<{ kept: number }>(sql`
    select count(*)::int as kept from person p where ${isMadeUp(projectId)} and not ${isBarePerson}`)
  return rows[0]?.kept ?? 0
}

const removeMadeUpPeople: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    delete from person where project_id = ${subjectId} and id = any (array(
      select p.id from person p where ${isMadeUp(subjectId)} and ${isBarePerson} limit ${batchSize}))`)
  return rowCount ?? 0
}

/** Whether somebody (p) wrote what a project found in the sandbox, and nothing of what it found that is real. */
function isMadeUp(projectId: string): SQL {
  const authors = (realm: 'sandbox' | 'real') => sql`(
    select lower(t.author) from (
      select post_id from opportunity where project_id = ${projectId} and realm = ${realm}
      union select post_id from mention where project_id = ${projectId} and realm = ${realm}
    ) f join post t on t.id = f.post_id where t.author is not null)`
  return sql`(p.project_id = ${projectId} and lower(p.handle) in ${authors('sandbox')}
    and lower(p.handle) not in ${authors('real')})`
}

/** Nothing is left to say of its time in the sandbox. */
export async function forgetSandboxTime(ctx: Ctx, tx: Transaction, { subjectId }: ErasureRow): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update project set real_since = null, updated_at = ${ctx.now().toISOString()}
    where id = ${subjectId} and real_since is not null`)
  if (rowCount) await announce(ctx, tx, 'project', [subjectId])
}
