import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { campaignPerson } from '../tables.ts'

/** Returns whether somebody has written since a campaign queued its first message to them. Reddit reports whole seconds. */
export async function hasAnswered(
  tx: Transaction,
  {
    projectId,
    campaignId,
    personId,
  }: Pick<typeof campaignPerson.$inferSelect, 'projectId' | 'campaignId' | 'personId'>,
): Promise<boolean> {
  const { rows } = await tx.execute<{ answered: boolean }>(sql`
    select exists (
      select from campaign_message s
      join conversation c on (c.project_id, c.person_id) = (s.project_id, s.person_id) and c.kind <> 'mention'
      join message m on (m.project_id, m.conversation_id) = (c.project_id, c.id)
        and m.direction = 'in' and m.sent_at >= date_trunc('second', s.created_at)
      where (s.project_id, s.campaign_id, s.person_id, s.step) = (${projectId}, ${campaignId}, ${personId}, 1)
    ) as answered`)
  return rows[0]?.answered === true
}
