import { and, count, eq, isNull } from 'drizzle-orm'
import { type CampaignProgress, nextMove } from '#engine/messages/campaigns.ts'
import { dayIn } from '#engine/rules/schedule.ts'
import { person, personStage } from '#features/crm/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { campaign, campaignMessage, campaignPerson, message, messageSettings } from '../tables.ts'
import { hasAnswered } from './answers.ts'
import { type CampaignRow, type Candidate, candidatesOf } from './audience.ts'
import { stepFiller } from './fill-step.ts'
import { queueStep } from './queue-step.ts'
import { stopPeople } from './take-back.ts'

interface Key {
  projectId: string
  /** Of the campaign. */
  id: string
  personId: string
}

/** When to look again at a message that waits. */
const lookAgainMs = 60_000

/**
 * Takes a person who is due a step further in a campaign, in one transaction: queues a message, waits, or ends. Returns
 * `full` if the campaign takes no more new people today.
 */
export async function advancePerson(ctx: Ctx, tx: Transaction, key: Key): Promise<'full' | null> {
  const active = await lockActive(tx, key)
  if (!active) return null
  const isRow = and(
    ...[eq(campaignPerson.projectId, key.projectId), eq(campaignPerson.campaignId, key.id)],
    ...[eq(campaignPerson.personId, key.personId)],
  )
  const [row] = await tx.select().from(campaignPerson).where(isRow).for('update')
  if (row?.state !== 'waiting' || row.nextAt === null || row.nextAt > ctx.now()) return null
  const day = await todayOf(ctx, tx, key.projectId)
  if (row.step === 0) {
    if ((await newOn(tx, key, day)) >= active.perDay) return 'full'
    const [candidate] = await candidatesOf(tx, active, { person: key.personId })
    // They left the audience. They join it again by themselves.
    if (candidate?.gap !== null) await tx.delete(campaignPerson).where(isRow)
    else await writeStep(ctx, tx, active, { to: candidate, step: 1, day })
  } else {
    const progress = await progressOf(tx, active, row)
    const move = nextMove(progress, ctx.now())
    const set = (values: Partial<typeof campaignPerson.$inferInsert>) =>
      tx
        .update(campaignPerson)
        .set({ ...values, updatedAt: ctx.now() })
        .where(isRow)
    switch (move.move) {
      case 'wait':
        await set({ nextAt: move.until ?? new Date(ctx.now().getTime() + lookAgainMs) })
        return null
      case 'done':
        await set({ state: 'done', nextAt: null })
        break
      case 'stop':
        await stopPeople(ctx, tx, key, move.because)
        break
      case 'send':
        await writeStep(ctx, tx, active, { to: await recipient(tx, active, row), step: move.step, day })
    }
  }
  await announce(ctx, tx, 'campaigns', [key.projectId], key.id)
  return null
}

/** Returns a campaign that sends now, and keeps it and its project's mode from changing until the transaction ends. */
async function lockActive(tx: Transaction, { projectId, id }: Key): Promise<CampaignRow | null> {
  const [settings] = await tx
    .select({ id: messageSettings.projectId })
    .from(messageSettings)
    .where(
      and(
        ...[eq(messageSettings.projectId, projectId), eq(messageSettings.mode, 'automatic')],
        isNull(messageSettings.stoppedAt),
      ),
    )
    .for('share')
  if (!settings) return null
  const isCampaign = and(eq(campaign.projectId, projectId), eq(campaign.id, id), eq(campaign.state, 'active'))
  const [row] = await tx.select().from(campaign).where(isCampaign).for('update')
  return row ?? null
}

async function todayOf(ctx: Ctx, tx: Transaction, projectId: string): Promise<string> {
  const [row] = await tx.select({ timeZone: project.timeZone }).from(project).where(eq(project.id, projectId))
  if (!row) throw new Error('a campaign without a project')
  return dayIn(row.timeZone, ctx.now()).day
}

/** Returns how many people a campaign wrote to for the first time on a day. */
async function newOn(tx: Transaction, { projectId, id }: Key, day: string): Promise<number> {
  const [row] = await tx
    .select({ people: count() })
    .from(campaignMessage)
    .where(
      and(
        ...[eq(campaignMessage.projectId, projectId), eq(campaignMessage.campaignId, id)],
        ...[eq(campaignMessage.step, 1), eq(campaignMessage.queuedOn, day)],
      ),
    )
  return row?.people ?? 0
}

async function progressOf(
  tx: Transaction,
  { steps }: CampaignRow,
  row: typeof campaignPerson.$inferSelect,
): Promise<CampaignProgress> {
  const { projectId, messageId, personId, step } = row
  const [sent] =
    messageId === null
      ? []
      : await tx
          .select({ state: message.state, sentAt: message.sentAt })
          .from(message)
          .where(and(eq(message.projectId, projectId), eq(message.id, messageId)))
  const [known] = await tx
    .select({ stageKind: personStage.kind, doNotContact: person.doNotContact })
    .from(person)
    .innerJoin(personStage, and(eq(personStage.projectId, person.projectId), eq(personStage.key, person.stage)))
    .where(and(eq(person.projectId, projectId), eq(person.id, personId)))
  if (!known) throw new Error('somebody in a campaign is no person of the project')
  return { steps, step, message: sent ?? null, hasAnswered: await hasAnswered(tx, row), ...known }
}

/** Returns somebody to whom the campaign wrote. Their stage has changed since. */
async function recipient(
  tx: Transaction,
  active: CampaignRow,
  { personId, projectId }: typeof campaignPerson.$inferSelect,
): Promise<Candidate> {
  const [known] = await tx
    .select({ stage: person.stage })
    .from(person)
    .where(and(eq(person.projectId, projectId), eq(person.id, personId)))
  const anywhere = { ...active, stages: known ? [known.stage] : [], tags: [] }
  const [candidate] = await candidatesOf(tx, anywhere, { person: personId })
  if (!candidate) throw new Error('somebody in a campaign is no person of the project')
  return candidate
}

/** Queues the message of a step, or ends the campaign for somebody for whom its text has no value. */
async function writeStep(
  ctx: Ctx,
  tx: Transaction,
  active: CampaignRow,
  { to, step, day }: { to: Candidate; step: number; day: string },
): Promise<void> {
  const { projectId, id } = active
  const fill = await stepFiller(tx, active)
  const filled = fill(active.steps[step - 1]?.text ?? '', to)
  if ('fault' in filled) return stopPeople(ctx, tx, { projectId, id, personId: to.id }, 'fault')
  await queueStep(ctx, tx, { projectId, campaignId: id, to, step, day, text: filled.text })
}
