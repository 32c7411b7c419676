import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { StageCount } from '../contract.ts'

/** Returns how many people are in each stage of a project, empty stages included, in their order. */
export async function readStages(tx: Transaction, projectId: string): Promise<StageCount[]> {
  const { rows } = await tx.execute<StageCount & Record<string, unknown>>(sql`
    select s.key, s.name, s.kind, count(p.id)::int as people
    from person_stage s left join person p on p.project_id = s.project_id and p.stage = s.key
    where s.project_id = ${projectId}
    group by s.key, s.name, s.kind, s.position order by s.position`)
  return rows
}
