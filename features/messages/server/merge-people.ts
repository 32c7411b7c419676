import { and, asc, inArray, sql } from 'drizzle-orm'
import type { RedditPerson } from '#features/crm/contract.ts'
import type { MergePreview } from '#features/crm/contract-people.ts'
import { absorbPerson, people, person } from '#features/crm/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { ownProjects, readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { takeBackMessages } from './campaigns/take-back.ts'
import { refuseUnsent } from './inbox/refuse-unsent.ts'

type PersonRow = typeof person.$inferSelect

interface Merge {
  /** Who stays. */
  id: string
  /** Whose account becomes a further one of theirs. */
  other: string
}

/** Returns what a merge would move. */
export function previewMerge(ctx: Ctx, merge: Merge): Promise<MergePreview> {
  return readOnly(ctx, async (tx) => {
    const { kept, other } = await bothOf(ctx, tx, merge)
    requireRight(ctx, kept.projectId, 'readOutreach')
    const ofOther = sql`project_id = ${other.projectId} and person_id = ${other.id}`
    const { rows } = await tx.execute<Omit<MergePreview, 'doNotContact'> & Record<string, unknown>>(sql`
      select (select count(*)::int from conversation where ${ofOther}) as conversations,
        (select count(*)::int from note where ${ofOther}) as notes,
        (select count(*)::int from task where ${ofOther}) as tasks,
        (select count(*)::int from invitation where ${ofOther}) as invitations`)
    const [counts] = rows
    if (!counts) throw new Error('counting returned nothing')
    return { ...counts, doNotContact: kept.doNotContact || other.doNotContact }
  })
}

/**
 * Moves everything of a person to another one and makes their handle an alias, in one transaction. Messages still go to
 * the accounts that their conversations are with. Throws NotFoundError, also if one of them was merged meanwhile.
 */
export function mergePeople(ctx: Ctx, merge: Merge): Promise<RedditPerson> {
  return transaction(ctx, async (tx) => {
    const { kept, other } = await bothOf(ctx, tx, merge, { locks: true })
    const { projectId } = kept
    requireRight(ctx, projectId, 'changeOutreach')
    await mergeCampaigns(ctx, tx, kept, other)
    await moveInvitations(tx, kept, other)
    await tx.execute(sql`
      update conversation set person_id = ${kept.id},
        recipient = case channel when 'reddit' then coalesce(recipient, ${other.handle}) end
      where project_id = ${projectId} and person_id = ${other.id}`)
    await absorbPerson(ctx, tx, kept, other)
    if (other.doNotContact && !kept.doNotContact) await refuseUnsent(ctx, tx, kept)
    await audit(ctx, tx, { projectId, action: 'person.merge', subjectId: kept.id })
    await announce(ctx, tx, 'people', [projectId])
    await announce(ctx, tx, 'messages', [projectId])
    return readOne(ctx, tx, people, kept.id)
  })
}

async function bothOf(
  ctx: Ctx,
  tx: Transaction,
  { id, other: otherId }: Merge,
  { locks = false }: { locks?: boolean } = {},
): Promise<{ kept: PersonRow; other: PersonRow }> {
  // In the order of IDs, so that merges of the same two people run one after the other.
  const query = tx
    .select()
    .from(person)
    .where(and(ownProjects(ctx, person.projectId), inArray(person.id, [id, otherId])))
    .orderBy(asc(person.id))
  const rows = await (locks ? query.for('update') : query)
  const kept = rows.find((row) => row.id === id)
  if (!kept) throw new ApiError('NotFoundError', 'Not Found')
  if (id === otherId) throw faultOfField('person', 'person must be somebody else')
  const other = rows.find((row) => row.id === otherId && row.projectId === kept.projectId)
  if (!other) throw faultOfField('person', 'person must belong to the same project')
  return { kept, other }
}

/** A campaign that has both goes on with the one whom it wrote to more often. */
async function mergeCampaigns(ctx: Ctx, tx: Transaction, kept: PersonRow, other: PersonRow): Promise<void> {
  const { projectId } = kept
  const { rows } = await tx.execute<{ campaignId: string; dropped: string }>(sql`
    select o.campaign_id as "campaignId", case when o.step > k.step then k.person_id else o.person_id end as dropped
    from campaign_person o
    join campaign_person k on (k.project_id, k.campaign_id, k.person_id) = (o.project_id, o.campaign_id, ${kept.id})
    where o.project_id = ${projectId} and o.person_id = ${other.id}
    order by o.campaign_id`)
  for (const { campaignId, dropped } of rows) {
    await takeBackMessages(ctx, tx, { projectId, id: campaignId, personId: dropped })
    await tx.execute(sql`
      delete from campaign_person
      where project_id = ${projectId} and campaign_id = ${campaignId} and person_id = ${dropped}`)
  }
  await tx.execute(sql`
    update campaign_person set person_id = ${kept.id} where project_id = ${projectId} and person_id = ${other.id}`)
  await tx.execute(sql`
    delete from campaign_message o using campaign_message k
    where o.project_id = ${projectId} and o.person_id = ${other.id}
      and (k.project_id, k.campaign_id, k.person_id, k.step) = (o.project_id, o.campaign_id, ${kept.id}, o.step)`)
  await tx.execute(sql`
    update campaign_message set person_id = ${kept.id} where project_id = ${projectId} and person_id = ${other.id}`)
}

/** Moves invitations. They still speak only for the account that wrote them. */
async function moveInvitations(tx: Transaction, kept: PersonRow, other: PersonRow): Promise<void> {
  const { projectId } = kept
  await tx.execute(sql`
    delete from invitation o using invitation k
    where o.project_id = ${projectId} and o.person_id = ${other.id}
      and (k.project_id, k.person_id, k.outside_name) = (o.project_id, ${kept.id}, o.outside_name)`)
  await tx.execute(sql`
    update invitation set person_id = ${kept.id}, recipient = coalesce(recipient, ${other.handle})
    where project_id = ${projectId} and person_id = ${other.id}`)
}
