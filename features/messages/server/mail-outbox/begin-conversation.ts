import { and, eq, sql } from 'drizzle-orm'
import { person as people } from '#features/crm/server/index.ts'
import { opportunity } from '#features/leads/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOfField, requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { MailConversationCreate } from '../../contract-mailboxes.ts'
import { requireUnsuppressed } from '../mailboxes/suppressions.ts'
import { mailbox } from '../mailboxes/tables.ts'
import { conversation } from '../tables.ts'

/**
 * Begins a conversation by mail with an address, or with a person who gave theirs. Throws ConflictError if they get no
 * mail, and ValidationError for a person without an email.
 */
export async function beginMailConversation(
  ctx: Ctx,
  { project: projectId, mailbox: mailboxId, subject, opportunity: opportunityId, ...to }: MailConversationCreate,
): Promise<{ conversation: string }> {
  requireRight(ctx, projectId, 'changeOutreach')
  return transaction(ctx, async (tx) => {
    await requireSameProject(tx, mailbox, { projectId, id: mailboxId, field: 'mailbox' })
    const isLead = isSeen(opportunity)
    await requireSameProject(tx, opportunity, { projectId, id: opportunityId, field: 'opportunity' }, isLead)
    const known = await recipientOf(tx, projectId, to)
    if (known.doNotContact) throw new ApiError('ConflictError', 'This person asked not to be contacted')
    await requireUnsuppressed(tx, { projectId, address: known.address })
    const [own] = await tx
      .select({ address: mailbox.address })
      .from(mailbox)
      .where(and(eq(mailbox.projectId, projectId), eq(mailbox.id, mailboxId)))
    if (own?.address === known.address) throw faultOfField('address', "address must not be the mailbox's own")
    const [id, now] = [ctx.id(), ctx.now()]
    await tx.insert(conversation).values({
      ...{ projectId, id, mailboxId, personId: known.id, opportunityId, address: known.address, title: subject },
      ...{ channel: 'mail', kind: 'mail', state: 'open', createdAt: now, updatedAt: now },
    })
    await announce(ctx, tx, 'messages', [projectId], id)
    await audit(ctx, tx, { projectId, action: 'conversation.create', subjectId: id })
    return { conversation: id }
  })
}

interface Recipient {
  address: string
  /** The person who gave this address; null if nobody did. */
  id: string | null
  doNotContact: boolean
}

async function recipientOf(
  tx: Transaction,
  projectId: string,
  { address, person }: Pick<MailConversationCreate, 'address' | 'person'>,
): Promise<Recipient> {
  if ((address === undefined) === (person === undefined)) {
    throw faultOfField('address', 'either address or person is required')
  }
  const isThem = person === undefined ? sql`lower(${people.email}) = ${address}` : eq(people.id, person)
  const [row] = await tx
    .select({ id: people.id, email: people.email, doNotContact: people.doNotContact })
    .from(people)
    .where(and(eq(people.projectId, projectId), isThem))
  if (person !== undefined && !row) throw faultOfField('person', 'person must belong to the same project')
  const known = address ?? row?.email?.toLowerCase()
  if (!known) throw faultOfField('person', 'person must have given an email address in a message')
  return { address: known, id: row?.id ?? null, doNotContact: row?.doNotContact ?? false }
}
