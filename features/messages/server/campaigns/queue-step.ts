import { and, eq } from 'drizzle-orm'
import { opportunity } from '#features/leads/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { maySend, sendingAccount } from '#features/reddit/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { directConversation } from '../outbox/lead-author.ts'
import { newestReceived, subjectOf } from '../outbox/queue-message.ts'
import { campaignMessage, campaignPerson, conversation, message } from '../tables.ts'
import type { Candidate } from './audience.ts'

interface Step {
  projectId: string
  campaignId: string
  to: Candidate
  /** From 1. */
  step: number
  /** Today, in the project's time zone. */
  day: string
  text: string
}

/** When to look whether the message left. */
const lookAgainMs = 60_000

/**
 * Queues the message of a step in the outbox, in the direct conversation with the person. The key of `campaign_message`
 * allows each step once.
 */
export async function queueStep(
  ctx: Ctx,
  tx: Transaction,
  { projectId, campaignId, to, step, day, text }: Step,
): Promise<void> {
  const now = ctx.now()
  const dated = { createdAt: now, updatedAt: now }
  const conversationId = await conversationWith(ctx, tx, projectId, to)
  const parentName = await newestReceived(tx, projectId, conversationId)
  const subject = parentName === null ? await subjectFor(tx, projectId, to) : null
  const id = ctx.id()
  await tx.insert(message).values({
    ...{ projectId, id, conversationId, direction: 'out', state: 'queued', text, parentName, subject },
    ...{ dueAt: now, createdBy: null, ...dated },
  })
  await tx
    .insert(campaignMessage)
    .values({ projectId, campaignId, personId: to.id, step, messageId: id, queuedOn: day, createdAt: now })
  await tx
    .update(campaignPerson)
    .set({ step, messageId: id, nextAt: new Date(now.getTime() + lookAgainMs), updatedAt: now })
    .where(
      and(
        ...[eq(campaignPerson.projectId, projectId), eq(campaignPerson.campaignId, campaignId)],
        ...[eq(campaignPerson.personId, to.id)],
      ),
    )
  await ctx.queue.send(tx, 'messages', {})
  await announce(ctx, tx, 'messages', [projectId], conversationId)
}

/** Returns the direct conversation with a person, and begins it if there is none. */
async function conversationWith(ctx: Ctx, tx: Transaction, projectId: string, to: Candidate): Promise<string> {
  const [own] = await tx.select({ realm: project.realm }).from(project).where(eq(project.id, projectId))
  if (!own) throw new Error('a campaign without a project')
  const sender = await sendingAccount(ctx, tx, { projectId, realm: own.realm, kind: 'message' })
  const accountId = sender && maySend(sender) ? sender.id : null
  // Campaigns write to the main account.
  const begun = await directConversation(tx, { projectId, id: to.id, recipient: null }, accountId)
  if (begun !== null) return begun
  const id = ctx.id()
  const now = ctx.now()
  await tx.insert(conversation).values({
    ...{ projectId, id, personId: to.id, opportunityId: to.opportunityId, accountId, kind: 'message' },
    ...{ channel: 'reddit', state: 'open', createdAt: now, updatedAt: now },
  })
  return id
}

async function subjectFor(tx: Transaction, projectId: string, { opportunityId }: Candidate): Promise<string> {
  if (opportunityId === null) return subjectOf(null)
  const [lead] = await tx
    .select({ kind: post.kind, subreddit: post.subreddit })
    .from(opportunity)
    .innerJoin(post, eq(post.id, opportunity.postId))
    .where(and(eq(opportunity.projectId, projectId), eq(opportunity.id, opportunityId)))
  return subjectOf(lead)
}
