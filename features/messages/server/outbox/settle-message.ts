import { and, eq } from 'drizzle-orm'
import { holdWording, refusalWording } from '#engine/messages/wordings.ts'
import { personContacted } from '#features/crm/server/index.ts'
import { opportunity, recordPostedReply } from '#features/leads/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { refreshStandingsSoon } from '#features/reddit/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { outsideIdOf } from '#platform/server/outside-id.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'
import { conversation } from '../tables.ts'
import { changeMessage, lockOutgoing, type MessageKey, type OutgoingRow } from './outgoing-row.ts'
import { forgetSending, keepAttempt } from './sendings.ts'

/** What became of an armed message. */
export type MessageEnd =
  /** Reddit accepted it; the name is null where it doesn't report one. */
  | { state: 'sent'; name: string | null; permalink: string | null; at: Date }
  /** Reddit didn't accept it, and it is tried again. */
  | { state: 'later'; at: Date }
  | { state: 'held'; hold: 'account' | 'suspended' }
  | { state: 'refused'; because: Parameters<typeof refusalWording>[0] }

/** Stores what became of an armed message, once. Does nothing if it was settled before, or armed again since. */
export async function settleMessage(
  ctx: Ctx,
  tx: Transaction,
  { tries, ...key }: MessageKey & { tries: number },
  end: MessageEnd,
): Promise<true> {
  const found = await lockOutgoing(tx, key)
  if (found?.row.state !== 'armed' || found.row.tries !== tries) return true
  if (end.state === 'sent') await recordSent(ctx, tx, found, end)
  else if (end.state === 'refused') await recordRefused(ctx, tx, found, end.because)
  else await recordLater(ctx, tx, key, end)
  await announce(ctx, tx, 'messages', [key.projectId], found.place.id)
  return true
}

async function recordSent(
  ctx: Ctx,
  tx: Transaction,
  found: OutgoingRow,
  { name, permalink, at }: Extract<MessageEnd, { state: 'sent' }>,
): Promise<void> {
  const { row, place, to } = found
  // The inbox may have met it in the list of sent messages.
  const outsideName = name ?? row.outsideName
  await changeMessage(ctx, tx, row, {
    ...{ state: outsideName === null ? 'sent' : 'confirmed', outsideName, permalink, sentAt: at },
    ...{ dueAt: null, hold: null, reason: null, deferredUntil: null },
  })
  await tx
    .update(conversation)
    .set({ lastAt: at, updatedAt: ctx.now() })
    .where(and(eq(conversation.projectId, place.projectId), eq(conversation.id, place.id)))
  if (to?.stage === 'new') await personContacted(ctx, tx, to)
  if (permalink !== null) await recordReply(ctx, tx, found, permalink)
}

/** Marks the lead as replied whose post a public reply answers. */
async function recordReply(ctx: Ctx, tx: Transaction, { row, place }: OutgoingRow, permalink: string): Promise<void> {
  if (row.parentName === null) return
  const [lead] = await tx
    .select({ id: opportunity.id })
    .from(opportunity)
    .innerJoin(post, eq(post.id, opportunity.postId))
    .where(
      and(
        eq(opportunity.projectId, place.projectId),
        eq(post.kind, row.parentName.startsWith('t3_') ? 'post' : 'comment'),
        eq(post.outsideId, outsideIdOf(row.parentName.slice(3)).outsideId),
      ),
    )
    .limit(1)
  if (!lead) return
  const userId = row.createdBy ?? (await ownerOf(tx, place.projectId))
  if (userId === null) return
  const reply = { id: lead.id, userId, text: row.text, permalink }
  await recordPostedReply(ctx, tx, reply).catch((error: unknown) => {
    // The lead is no longer shown.
    if (!(error instanceof ApiError)) throw error
  })
}

async function ownerOf(tx: Transaction, projectId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: member.userId })
    .from(member)
    .where(and(eq(member.projectId, projectId), eq(member.role, 'owner')))
    .limit(1)
  return row?.id ?? null
}

async function recordRefused(
  ctx: Ctx,
  tx: Transaction,
  { row }: OutgoingRow,
  because: Extract<MessageEnd, { state: 'refused' }>['because'],
): Promise<void> {
  await changeMessage(ctx, tx, row, {
    ...{ state: 'refused', refusal: because, reason: refusalWording(because) },
    ...{ dueAt: null, hold: null, deferredUntil: null },
  })
  // It may have arrived, and counts in full.
  if (because !== 'unconfirmed') await keepAttempt(ctx, tx, row)
  // Reddit may have suspended the account.
  if (because === 'forbidden') await standingsSoon(ctx, tx, row.projectId)
}

async function recordLater(
  ctx: Ctx,
  tx: Transaction,
  key: MessageKey,
  end: Extract<MessageEnd, { state: 'later' | 'held' }>,
): Promise<void> {
  const hold = end.state === 'later' ? 'reddit' : end.hold
  const until = end.state === 'later' ? end.at : null
  await changeMessage(ctx, tx, key, {
    ...{ state: 'deferred', hold, reason: holdWording(hold, until), deferredUntil: until },
    dueAt: until ?? new Date(ctx.now().getTime() + reconnectMs),
  })
  await forgetSending(ctx, tx, key)
  if (hold === 'suspended') await standingsSoon(ctx, tx, key.projectId)
}

/** When to look again for an account that must be reconnected, or is suspended. */
const reconnectMs = 15 * 60_000

async function standingsSoon(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const [row] = await tx.select({ realm: project.realm }).from(project).where(eq(project.id, projectId))
  if (row) await refreshStandingsSoon(ctx, tx, projectId, row.realm)
}
