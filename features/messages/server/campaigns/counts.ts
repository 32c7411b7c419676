import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { CampaignCounts } from '../../contract-campaigns.ts'
import type { CampaignRow } from './audience.ts'

interface Tally extends Record<string, unknown> {
  campaignId: string
  state: string
  reason: string | null
  refusal: string | null
  people: number
  messaged: number
}

/** Returns how many people these campaigns have in each state. */
export async function campaignCounts(tx: Transaction, rows: readonly CampaignRow[]): Promise<CampaignCounts[]> {
  if (rows.length === 0) return []
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`
  const { rows: tallies } = await tx.execute<Tally>(sql`
    select x.campaign_id as "campaignId", x.state, x.reason, m.refusal, count(*)::int as people,
      count(*) filter (where first.sent_at is not null)::int as messaged
    from campaign_person x
    left join message m on (m.project_id, m.id) = (x.project_id, x.message_id)
    left join campaign_message s on (s.project_id, s.campaign_id, s.person_id, s.step)
      = (x.project_id, x.campaign_id, x.person_id, 1)
    left join message first on (first.project_id, first.id) = (s.project_id, s.message_id)
    where x.campaign_id = any (${ids})
    group by x.campaign_id, x.state, x.reason, m.refusal`)
  return rows.map(({ id }) => countsOf(tallies.filter(({ campaignId }) => campaignId === id)))
}

function countsOf(tallies: readonly Tally[]): CampaignCounts {
  const counts: CampaignCounts = { waiting: 0, messaged: 0, answered: 0, stopped: {}, refused: {} }
  const stopped: Record<string, number> = counts.stopped
  for (const { state, reason, refusal, people, messaged } of tallies) {
    counts.messaged += messaged
    if (state === 'waiting') counts.waiting += people
    else if (reason === 'answered') counts.answered += people
    else if (reason === 'refused')
      counts.refused[refusal ?? 'refused'] = (counts.refused[refusal ?? 'refused'] ?? 0) + people
    else if (reason !== null) stopped[reason] = (stopped[reason] ?? 0) + people
  }
  return counts
}
