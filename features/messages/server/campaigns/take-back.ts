import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CampaignEnd } from '#engine/messages/campaigns.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { campaign, campaignPerson } from '../tables.ts'

/** A campaign, or a person in it. */
export interface CampaignKey {
  projectId: string
  id: string
  personId?: string
}

/**
 * Deletes the messages of a campaign that wait to be sent, and conversations that it began for them. Their people wait
 * again for the same step.
 */
export async function takeBackMessages(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, personId = null }: { projectId: string; id: string; personId?: string | null },
): Promise<void> {
  const now = ctx.now().toISOString()
  const { rows } = await tx.execute<{ conversationId: string; createdAt: string }>(sql`
    with unsent as (
      delete from message m using campaign_message s
      where s.project_id = ${projectId} and s.campaign_id = ${id}
        and (${personId}::uuid is null or s.person_id = ${personId}::uuid)
        and (m.project_id, m.id) = (s.project_id, s.message_id) and m.state in ('queued', 'deferred')
      returning m.id, m.conversation_id, m.created_at, s.person_id, s.step
    ), forgotten as (
      delete from campaign_message s using unsent u
      where s.project_id = ${projectId} and s.campaign_id = ${id} and s.person_id = u.person_id and s.step = u.step
    ), back as (
      update campaign_person x set step = u.step - 1, message_id = null, next_at = ${now}, updated_at = ${now}
      from unsent u
      where x.project_id = ${projectId} and x.campaign_id = ${id} and x.person_id = u.person_id
        and x.state = 'waiting'
    )
    select conversation_id as "conversationId", created_at as "createdAt" from unsent`)
  // A conversation that began with its message.
  for (const { conversationId, createdAt } of rows) {
    await tx.execute(sql`
      delete from conversation c where c.project_id = ${projectId} and c.id = ${conversationId}
        and c.created_at = ${createdAt} and not exists (
          select from message m where (m.project_id, m.conversation_id) = (c.project_id, c.id))`)
  }
  if (rows.length > 0) await announce(ctx, tx, 'messages', [projectId])
}

/** Ends a campaign for its people who wait. */
export async function stopPeople(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, personId }: CampaignKey,
  because: CampaignEnd,
): Promise<void> {
  await takeBackMessages(ctx, tx, { projectId, id, ...(personId !== undefined && { personId }) })
  await tx
    .update(campaignPerson)
    .set({ state: 'stopped', reason: because, nextAt: null, updatedAt: ctx.now() })
    .where(
      and(
        ...[eq(campaignPerson.projectId, projectId), eq(campaignPerson.campaignId, id)],
        ...[eq(campaignPerson.state, 'waiting')],
        personId === undefined ? undefined : eq(campaignPerson.personId, personId),
      ),
    )
}

/** Pauses the active campaigns of a project that no longer sends automatically. */
export async function pauseCampaigns(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const paused = await tx
    .update(campaign)
    .set({ state: 'paused', updatedAt: ctx.now() })
    .where(and(eq(campaign.projectId, projectId), eq(campaign.state, 'active')))
    .returning({ id: campaign.id })
  for (const { id } of paused) await takeBackMessages(ctx, tx, { projectId, id })
  if (paused.length > 0) await announce(ctx, tx, 'campaigns', [projectId])
}

/**
 * Ends the campaigns for somebody who wrote after one wrote to them. Called with each message that arrives, so that
 * nothing more is sent. Reddit and mail report whole seconds.
 */
export async function endForAnswer(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id: personId }: { projectId: string; id: string },
  { at, asksToStop }: { at: Date; asksToStop: boolean },
): Promise<void> {
  const written = await tx
    .select({ id: campaignPerson.id, campaignId: campaignPerson.campaignId })
    .from(campaignPerson)
    .where(
      and(
        ...[eq(campaignPerson.projectId, projectId), eq(campaignPerson.personId, personId)],
        ...[inArray(campaignPerson.state, ['waiting', 'done']), sql`${campaignPerson.step} > 0`],
        sql`exists (select from campaign_message s
          where s.project_id = ${campaignPerson.projectId} and s.campaign_id = ${campaignPerson.campaignId}
            and s.person_id = ${campaignPerson.personId} and s.step = 1
            and date_trunc('second', s.created_at) <= ${at.toISOString()})`,
      ),
    )
    .for('update')
  for (const { id, campaignId } of written) {
    await takeBackMessages(ctx, tx, { projectId, id: campaignId, personId })
    await tx
      .update(campaignPerson)
      .set({
        ...{ state: 'stopped', reason: asksToStop ? 'doNotContact' : 'answered' },
        ...{ nextAt: null, updatedAt: ctx.now() },
      })
      .where(and(eq(campaignPerson.projectId, projectId), eq(campaignPerson.id, id)))
    await announce(ctx, tx, 'campaigns', [projectId], campaignId)
  }
}
