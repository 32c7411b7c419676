import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { campaign, campaignPerson, messageSettings } from '../tables.ts'
import { advancePerson } from './advance-person.ts'
import { type CampaignRow, candidatesOf } from './audience.ts'

/** People per campaign and run. The next run goes on. */
const peopleMost = 1000

/**
 * Adds new people to the active campaigns, and takes those who are due a step further. Any number of workers can run at
 * once. A campaign or person that fails is left to the next run.
 */
export async function runCampaigns(ctx: Ctx): Promise<void> {
  for (const row of await transaction(ctx, activeCampaigns)) {
    try {
      await runCampaign(ctx, row)
    } catch (error) {
      ctx.log.error({ campaign: row.id, ...faultOf(error) }, 'running a campaign failed')
    }
    if (ctx.stopping.aborted) return
  }
}

function activeCampaigns(tx: Transaction): Promise<CampaignRow[]> {
  return tx
    .select({ campaign })
    .from(campaign)
    .innerJoin(messageSettings, eq(messageSettings.projectId, campaign.projectId))
    .where(and(eq(campaign.state, 'active'), eq(messageSettings.mode, 'automatic'), isNull(messageSettings.stoppedAt)))
    .orderBy(asc(campaign.id))
    .then((rows) => rows.map((row) => row.campaign))
}

async function runCampaign(ctx: Ctx, { projectId, id }: CampaignRow): Promise<void> {
  await transaction(ctx, (tx) => enroll(ctx, tx, { projectId, id }))
  for (const personId of await transaction(ctx, (tx) => duePeople(ctx, tx, { projectId, id }))) {
    if (ctx.stopping.aborted) return
    try {
      if ((await transaction(ctx, (tx) => advancePerson(ctx, tx, { projectId, id, personId }))) === 'full') return
    } catch (error) {
      ctx.log.error({ campaign: id, person: personId, ...faultOf(error) }, 'advancing a campaign failed')
    }
  }
}

/** Adds the people who joined the audience. */
async function enroll(ctx: Ctx, tx: Transaction, { projectId, id }: { projectId: string; id: string }): Promise<void> {
  const [row] = await tx
    .select()
    .from(campaign)
    .where(and(eq(campaign.projectId, projectId), eq(campaign.id, id), eq(campaign.state, 'active')))
    .for('share')
  if (!row) return
  const joining = (await candidatesOf(tx, row, 'new')).filter(({ gap }) => gap === null)
  if (joining.length === 0) return
  const now = ctx.now()
  const people = joining.map((person) => ({ personId: person.id, id: ctx.id() }))
  await tx.execute(sql`
    insert into campaign_person (project_id, id, campaign_id, person_id, state, next_at, created_at, updated_at)
    select ${projectId}, new.id, ${id}, new.person_id, 'waiting', ${now.toISOString()}, ${now.toISOString()},
      ${now.toISOString()}
    from unnest(${sql.param(people.map((each) => each.id))}::uuid[],
      ${sql.param(people.map((each) => each.personId))}::uuid[]) new(id, person_id)
    on conflict do nothing`)
  await announce(ctx, tx, 'campaigns', [projectId], id)
}

/** Returns the people who are due: first those to whom the campaign wrote, then new ones in the order they joined. */
async function duePeople(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
): Promise<string[]> {
  const { personId, nextAt, step } = campaignPerson
  const rows = await tx
    .select({ personId })
    .from(campaignPerson)
    .where(
      and(
        ...[eq(campaignPerson.projectId, projectId), eq(campaignPerson.campaignId, id)],
        ...[eq(campaignPerson.state, 'waiting'), lte(nextAt, ctx.now())],
      ),
    )
    .orderBy(sql`${gt(step, 0)} desc`, nextAt, personId)
    .limit(peopleMost)
  return rows.map((row) => row.personId)
}
