import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Right } from '#engine/rules/rights.ts'
import type { RejectionReason } from '#engine/score/component.ts'
import { requireTeammate } from '#features/team/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { Opportunity, OpportunityState } from '../contract.ts'
import { choosePrimary, lockDuplicates, lockGroupOf, makePrimary } from './duplicates/duplicates.ts'
import { type LeadKey, lockLeadRow } from './leads.ts'
import { opportunitiesOf } from './opportunities.ts'
import { planReplyChecks, requireReplyLink } from './reply-checks.ts'
import { claim, decision, opportunity } from './tables.ts'

/**
 * Decisions about leads (DECISIONS 14: decisions are nouns, and undo deletes them). Each function is one transaction:
 * it locks the lead and its duplicates, checks the right, changes the state and rows, and writes the audit entry.
 * Repeating a decision changes nothing and is no error.
 */

/** The reply as posted and its path on Reddit. Keys that are left out keep their values. */
interface ReplyContent {
  text?: string | null | undefined
  permalink?: string | null | undefined
}

/**
 * Marks a lead as answered on Reddit, or changes the recorded reply. A new link starts its checks. Throws ConflictError
 * for a rejected lead, and ValidationError for the link of something else.
 */
export async function replyToOpportunity(
  ctx: Ctx,
  { id, ...reply }: { id: string } & ReplyContent,
): Promise<Opportunity> {
  const userId = userOf(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'decide')
    if (typeof reply.permalink === 'string') await requireReplyLink(tx, lead, reply.permalink)
    if (!(await moveLead(ctx, tx, lead, 'replied'))) {
      throw new ApiError('ConflictError', 'This lead is already rejected. Undo that first.')
    }
    const changed = await addDecision(ctx, tx, lead, { kind: 'reply', userId, reply })
    if (changed && reply.permalink !== undefined) await planReplyChecks(ctx, tx, lead, reply.permalink)
    return finish(ctx, tx, lead, { action: 'opportunity.reply', changed })
  })
}

/**
 * Marks a lead as answered by a reply that Earshot posted for a user, with its text and path, within a transaction. A
 * rejected lead stays rejected. Throws NotFoundError if the lead is gone.
 */
export async function recordPostedReply(
  ctx: Ctx,
  tx: Transaction,
  { id, userId, text, permalink }: { id: string; userId: string; text: string; permalink: string },
): Promise<void> {
  const lead = await lockLead(ctx, tx, id, 'decide')
  if (!(await moveLead(ctx, tx, lead, 'replied'))) return
  const changed = await addDecision(ctx, tx, lead, { kind: 'reply', userId, reply: { text, permalink } })
  if (changed) await planReplyChecks(ctx, tx, lead, permalink)
  await finish(ctx, tx, lead, { action: 'opportunity.reply', changed })
}

/** Moves a replied lead back to new. */
export async function unreplyToOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  userOf(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'decide')
    await returnLead(ctx, tx, lead, 'replied')
    const changed = await removeDecision(tx, lead, 'reply')
    await planReplyChecks(ctx, tx, lead, null)
    return finish(ctx, tx, lead, { action: 'opportunity.unreply', changed })
  })
}

/** Rejects a lead. Another reason replaces the first. Throws ConflictError for a replied one. */
export async function rejectOpportunity(
  ctx: Ctx,
  { id, reason }: { id: string; reason: RejectionReason },
): Promise<Opportunity> {
  const userId = userOf(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'decide')
    if (!(await moveLead(ctx, tx, lead, 'rejected'))) {
      throw new ApiError('ConflictError', 'This lead is already marked as replied. Undo that first.')
    }
    const changed = await addDecision(ctx, tx, lead, { kind: 'rejection', userId, reason })
    return finish(ctx, tx, lead, { action: 'opportunity.reject', changed, details: { reason } })
  })
}

/** Moves a rejected lead back to new. */
export async function unrejectOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  userOf(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'decide')
    await returnLead(ctx, tx, lead, 'rejected')
    const changed = await removeDecision(tx, lead, 'rejection')
    return finish(ctx, tx, lead, { action: 'opportunity.unreject', changed })
  })
}

/** Saves a lead for later, regardless of other decisions about it. */
export async function saveOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  return transaction(ctx, (tx) => saveLead(ctx, tx, id))
}

/** Does the same within a transaction. */
export async function saveLead(ctx: Ctx, tx: Transaction, id: string): Promise<Opportunity> {
  const userId = userOf(ctx)
  const lead = await lockLead(ctx, tx, id, 'decide')
  await markSaved(ctx, tx, lead, true)
  const changed = await addDecision(ctx, tx, lead, { kind: 'save', userId })
  return finish(ctx, tx, lead, { action: 'opportunity.save', changed })
}

/** Removes a lead from the saved ones. */
export async function unsaveOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  userOf(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'decide')
    await markSaved(ctx, tx, lead, false)
    const changed = await removeDecision(tx, lead, 'save')
    return finish(ctx, tx, lead, { action: 'opportunity.unsave', changed })
  })
}

/** Claims a lead for the actor. Throws ConflictError if another user has claimed it. */
export async function claimOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'changeOutreach')
    const changed = await addClaim(ctx, tx, lead, userId)
    return finish(ctx, tx, lead, { action: 'opportunity.claim', changed })
  })
}

/** Ends the claim on a lead, even another user's, so that an absence does not block it. */
export async function unclaimOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'changeOutreach')
    const ended = await tx.delete(claim).where(ofLead(claim, lead)).returning({ userId: claim.userId })
    return finish(ctx, tx, lead, { action: 'opportunity.unclaim', changed: ended.length > 0 })
  })
}

/** Claims a lead for a member of the team, replacing the earlier claim. Throws ValidationError for others. */
export async function assignOpportunity(
  ctx: Ctx,
  { id, assignee }: { id: string; assignee: string },
): Promise<Opportunity> {
  signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await lockLead(ctx, tx, id, 'changeOutreach')
    await requireTeammate(tx, { projectId: lead.projectId, id: assignee, field: 'assignee' })
    const changed = await replaceClaim(ctx, tx, lead, assignee)
    return finish(ctx, tx, lead, { action: 'opportunity.assign', changed, details: { assignee } })
  })
}

function userOf({ actor }: Ctx): string {
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  return actor.userId
}

interface LockedLead extends LeadKey {
  hasDuplicates: boolean
}

/**
 * Locks a lead and its duplicates until the transaction ends, and makes it their primary. Concurrent decisions run one
 * after the other. Throws NotFoundError, or ForbiddenError without the right.
 */
async function lockLead(ctx: Ctx, tx: Transaction, id: string, right: Right): Promise<LockedLead> {
  await lockDuplicates(ctx, tx, id)
  const lead = await lockLeadRow(ctx, tx, id)
  requireRight(ctx, lead.projectId, right)
  const hasDuplicates = await lockGroupOf(ctx, tx, id)
  if (hasDuplicates) await makePrimary(tx, lead)
  return { ...lead, hasDuplicates }
}

/** Chooses the primary again. After a change, writes the audit entry and announces the lead. */
async function finish(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, hasDuplicates }: LockedLead,
  { action, changed, details }: { action: string; changed: boolean; details?: object },
): Promise<Opportunity> {
  if (hasDuplicates) await choosePrimary(tx, { projectId, id })
  if (changed) {
    await audit(ctx, tx, { projectId, action, subjectId: id, details: { ...details } })
    await announce(ctx, tx, 'opportunities', [projectId], id)
  }
  return readOne(ctx, tx, opportunitiesOf(ctx), id)
}

/** Moves a new lead to a state; one already in it stays. Returns false after a different decision. */
async function moveLead(ctx: Ctx, tx: Transaction, lead: LeadKey, state: Exclude<OpportunityState, 'new'>) {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const moved = await tx
    .update(opportunity)
    .set({
      state,
      updatedAt: sql`case when ${opportunity.state} = 'new' then ${now} else updated_at end`,
      decidedAt: sql`case when ${opportunity.state} = 'new' then ${now} else decided_at end`,
    })
    .where(and(isLead(lead), inArray(opportunity.state, ['new', state])))
    .returning({ id: opportunity.id })
  return moved.length > 0
}

async function returnLead(ctx: Ctx, tx: Transaction, lead: LeadKey, from: OpportunityState): Promise<void> {
  await tx
    .update(opportunity)
    .set({ state: 'new', updatedAt: ctx.now(), decidedAt: null })
    .where(and(isLead(lead), eq(opportunity.state, from)))
}

async function markSaved(ctx: Ctx, tx: Transaction, lead: LeadKey, saved: boolean): Promise<void> {
  await tx
    .update(opportunity)
    .set({ saved, updatedAt: ctx.now() })
    .where(and(isLead(lead), ne(opportunity.saved, saved)))
}

type DecisionKind = (typeof decision.$inferSelect)['kind']

/**
 * Adds a decision. An existing one stays unless its reason differs; a reply keeps its user and time, and takes another
 * text or permalink. Returns whether anything changed.
 */
async function addDecision(
  ctx: Ctx,
  tx: Transaction,
  lead: LeadKey,
  {
    kind,
    userId,
    reason = null,
    reply = {},
  }: { kind: DecisionKind; userId: string; reason?: RejectionReason | null; reply?: ReplyContent },
): Promise<boolean> {
  const values = { userId, pseudonym: null, reason, createdAt: ctx.now() }
  const content = { text: reply.text ?? null, permalink: reply.permalink ?? null }
  const next = {
    text: reply.text === undefined ? sql`${decision.text}` : sql`excluded.text`,
    permalink: reply.permalink === undefined ? sql`${decision.permalink}` : sql`excluded.permalink`,
  }
  const written = await tx
    .insert(decision)
    .values({ projectId: lead.projectId, opportunityId: lead.id, kind, ...values, ...content })
    .onConflictDoUpdate({
      target: [decision.projectId, decision.opportunityId, decision.kind],
      set: kind === 'reply' ? next : values,
      setWhere: sql`(${decision.reason}, ${decision.text}, ${decision.permalink})
        is distinct from (excluded.reason, ${next.text}, ${next.permalink})`,
    })
    .returning({ kind: decision.kind })
  return written.length > 0
}

async function removeDecision(tx: Transaction, lead: LeadKey, kind: DecisionKind): Promise<boolean> {
  const removed = await tx
    .delete(decision)
    .where(and(ofLead(decision, lead), eq(decision.kind, kind)))
    .returning({ kind: decision.kind })
  return removed.length > 0
}

/** Returns false if the user has already claimed the lead. Throws ConflictError if another user has. */
async function addClaim(ctx: Ctx, tx: Transaction, lead: LeadKey, userId: string): Promise<boolean> {
  const [existing] = await tx
    .select({ userId: claim.userId, by: user.username })
    .from(claim)
    .innerJoin(user, eq(user.id, claim.userId))
    .where(ofLead(claim, lead))
  if (existing?.userId === userId) return false
  if (existing) throw new ApiError('ConflictError', `${existing.by} is already working on this lead`)
  await tx.insert(claim).values({ projectId: lead.projectId, opportunityId: lead.id, userId, createdAt: ctx.now() })
  return true
}

/** Returns false if the user has already claimed the lead. */
async function replaceClaim(ctx: Ctx, tx: Transaction, lead: LeadKey, userId: string): Promise<boolean> {
  const values = { userId, createdAt: ctx.now() }
  const written = await tx
    .insert(claim)
    .values({ projectId: lead.projectId, opportunityId: lead.id, ...values })
    .onConflictDoUpdate({
      target: [claim.projectId, claim.opportunityId],
      set: values,
      setWhere: ne(claim.userId, userId),
    })
    .returning({ userId: claim.userId })
  return written.length > 0
}

function isLead({ projectId, id }: LeadKey) {
  return and(eq(opportunity.projectId, projectId), eq(opportunity.id, id))
}

function ofLead(table: typeof decision | typeof claim, { projectId, id }: LeadKey) {
  return and(eq(table.projectId, projectId), eq(table.opportunityId, id))
}
