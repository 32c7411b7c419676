import { sql } from 'drizzle-orm'
import { type AudienceGap, audienceGap, type CampaignPersonFacts } from '#engine/messages/campaigns.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { contactDigestOf } from '../outbox/first-contact.ts'
import { unreachableRefusals } from '../outbox/refusals.ts'
import type { campaign } from '../tables.ts'

export type CampaignRow = typeof campaign.$inferSelect

/** A person in the stages and tags of a campaign. */
export interface Candidate {
  id: string
  handle: string
  /** Why they are left out; null if they belong to the audience. */
  gap: AudienceGap | null
  /** Where they invited messages, or the community of their lead; null if neither is known. */
  subreddit: string | null
  /** Of their lead's thread; null if they have none, or it was forgotten. */
  title: string | null
  /** The lead that their conversation is about. */
  opportunityId: string | null
}

type CandidateRow = Omit<Candidate, 'gap'> & CampaignPersonFacts & Record<string, unknown>

/**
 * Returns the people in the stages and tags of a campaign, whether they are in its audience or why not, in the order in
 * which they became known. `only`: a person, or the people who aren't in the campaign yet.
 */
export async function candidatesOf(
  tx: Transaction,
  { projectId, id, stages, tags }: Pick<CampaignRow, 'projectId' | 'id' | 'stages' | 'tags'>,
  only: { person: string } | 'new' | 'all' = 'all',
): Promise<Candidate[]> {
  const direct = sql`from conversation c
    join message m on (m.project_id, m.conversation_id) = (c.project_id, c.id)
    where c.project_id = p.project_id and c.person_id = p.id and c.kind = 'message'`
  const chosen =
    only === 'all'
      ? sql`true`
      : only === 'new'
        ? sql`not exists (select from campaign_person x
            where x.project_id = p.project_id and x.campaign_id = ${id} and x.person_id = p.id)`
        : sql`p.id = ${only.person}`
  const { rows } = await tx.execute<CandidateRow>(sql`
    select p.id, p.handle, s.kind as "stageKind", p.do_not_contact as "doNotContact",
      -- The name of somebody who was forgotten (features/crm/server/people/forget-people.ts).
      p.handle ~ '^deleted-[0-9a-f]{12}$' as "isGone",
      exists (select from reddit_account a
        where a.project_id = p.project_id and lower(a.name) = lower(p.handle)) as "isOwnAccount",
      exists (select ${direct} and m.refusal = any (${sql.param([...unreachableRefusals])}::text[])) as "isUnreachable",
      exists (select ${direct} and m.direction = 'out' and m.state not in ('draft', 'refused'))
        or exists (select from campaign_person x where x.project_id = p.project_id and x.person_id = p.id
          and x.campaign_id <> ${id} and (x.state = 'waiting' or x.step > 0))
        or was_contacted(p.project_id, ${contactDigestOf(sql`p.handle`)}) as "isContacted",
      invited.permalink is not null as "hasInvitation",
      exists (select ${direct} and m.direction = 'in' and c.recipient is null) as "wroteFirst",
      coalesce(substring(invited.permalink from '^/r/([^/]+)/'), t.subreddit) as subreddit,
      nullif(t.title, '') as title,
      lead.id as "opportunityId"
    from person p
    join person_stage s on s.project_id = p.project_id and s.key = p.stage
    -- Only what the account to which campaigns write said counts as consent.
    left join lateral (
      select i.permalink, i.opportunity_id from invitation i
      where i.project_id = p.project_id and i.person_id = p.id and i.recipient is null order by i.id desc limit 1
    ) invited on true
    left join lateral (
      select c.opportunity_id from conversation c
      where c.project_id = p.project_id and c.person_id = p.id and c.opportunity_id is not null
      order by c.id desc limit 1
    ) begun on true
    left join opportunity lead on lead.project_id = p.project_id
      and lead.id = coalesce(invited.opportunity_id, begun.opportunity_id)
    left join post t on t.id = lead.post_id
    where p.project_id = ${projectId} and p.stage = any (${sql.param([...stages])}::text[])
      and (cardinality(${sql.param([...tags])}::text[]) = 0 or p.tags && ${sql.param([...tags])}::text[])
      and ${chosen}
    order by p.id`)
  return rows.map(({ id: personId, handle, subreddit, title, opportunityId, ...facts }) => ({
    ...{ id: personId, handle, subreddit, title, opportunityId },
    gap: audienceGap(facts),
  }))
}
