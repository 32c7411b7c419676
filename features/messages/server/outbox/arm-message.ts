import { and, eq, gt, max, sql } from 'drizzle-orm'
import { decideSending, type SendingDecision } from '#engine/messages/governor.ts'
import type { MessageHold, OwnRefusal } from '#engine/messages/holds.ts'
import { holdWording, refusalWording } from '#engine/messages/wordings.ts'
import { promotionReader } from '#engine/replies/checking/promotion-reader.ts'
import { messageAllowance } from '#features/billing/server/index.ts'
import { isForgottenName } from '#features/crm/server/index.ts'
import {
  type Outgoing,
  productNames,
  promotionsOf,
  type redditAccount,
  sendingAccount,
} from '#features/reddit/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { isFollowUp } from '../campaigns/follow-up.ts'
import { message } from '../tables.ts'
import { hasInvitation, hasWritten } from './lead-author.ts'
import { changeMessage, kindOf, lockOutgoing, type MessageKey, type OutgoingRow } from './outgoing-row.ts'
import { projectOf } from './project-of.ts'
import { isContacted, lockIdentity, recordSending, sendingsOf, textDigestOf } from './sendings.ts'
import { lockMessageSettings } from './settings.ts'

type AccountRow = typeof redditAccount.$inferSelect

/** A message that was committed as armed: it is sent now, or found out about later. */
export interface Armed extends MessageKey {
  account: Pick<AccountRow, 'id' | 'name' | 'projectId'>
  outgoing: Outgoing
  armedAt: Date
  tries: number
}

/** How long a request may be on its way. Then the account's sent messages say what became of it. */
const armedMs = 2 * 60_000
/** A held message is looked at again, since what holds it may have changed. */
const lookAgainMs = 15 * 60_000

/**
 * Decides about a due message, in one transaction: arms it, holds it, or refuses it. Returns it if it was armed; `busy`
 * if somebody else works on its conversation; otherwise null.
 */
export async function armMessage(ctx: Ctx, key: MessageKey): Promise<Armed | 'busy' | null> {
  try {
    return await transaction(ctx, (tx) => arm(ctx, tx, key))
  } catch (error) {
    // Another project's message used up the plan just now. The next look says so.
    if (error instanceof ApiError && error.name === 'ConflictError') return 'busy'
    throw error
  }
}

async function arm(ctx: Ctx, tx: Transaction, key: MessageKey): Promise<Armed | 'busy' | null> {
  const settings = await lockMessageSettings(ctx, tx, key.projectId)
  const found = await lockOutgoing(tx, key, { skips: true })
  if (!found) return 'busy'
  const { row, place, to } = found
  const isDue = row.dueAt !== null && row.dueAt <= ctx.now()
  if (!isDue || (row.state !== 'queued' && row.state !== 'deferred')) return null
  if (to && isForgottenName(to.handle)) return settleDecision(ctx, tx, found, { state: 'refuse', because: 'missing' })
  const { timeZone, realm, ownerId } = await projectOf(tx, key.projectId)
  const kind = kindOf(place)
  const account = await sendingAccount(ctx, tx, { projectId: key.projectId, realm, kind, accountId: place.accountId })
  if (account) await lockIdentity(tx, account)
  const isFirst = await isFirstOf(tx, found)
  const handle = to?.handle ?? null
  const textDigest = textDigestOf(row.text, handle)
  const isAsked = handle !== null && isFirst && kind === 'message'
  const followsUp = isAsked && (await isFollowUp(tx, key))
  const community = kind === 'comment' ? place.subreddit : null
  const decision = decideSending({
    ...{ now: ctx.now(), timeZone, settings, kind, community, isFirst, textDigest: textDigest.toString('hex') },
    ...(await accountFacts(ctx, tx, account)),
    hasInvitation: to !== null && isAsked && (await hasInvitation(tx, to)),
    doNotContact: to?.doNotContact === true,
    alreadyContacted: isAsked && !followsUp && (await isContacted(tx, { ownerId, realm, handle, except: key.id })),
    promotes: kind === 'comment' && (await isPromotion(tx, key.projectId, row.text)),
    plan: await messageAllowance(ctx, tx, key.projectId),
  })
  if (decision.state !== 'go') return settleDecision(ctx, tx, found, decision)
  if (!account) throw new Error('nothing sends without an account')
  const waits = await redditWait(ctx, tx, account)
  if (waits) return settleDecision(ctx, tx, found, { state: 'hold', hold: 'reddit', until: waits })
  const outgoing = outgoingOf(found)
  if (!outgoing) return settleDecision(ctx, tx, found, { state: 'refuse', because: 'noInvitation' })
  const handed = { clientId: account.clientId, subject: account.subject, realm, ownerId, kind, community, textDigest }
  if (
    !(await recordSending(ctx, tx, key, { ...handed, firstTo: followsUp || !isAsked ? null : handle, counts: isAsked }))
  ) {
    return settleDecision(ctx, tx, found, { state: 'refuse', because: 'alreadyContacted' })
  }
  const armedAt = ctx.now()
  const tries = row.tries + 1
  await changeMessage(ctx, tx, key, {
    ...{ state: 'armed', accountId: account.id, armedAt, tries, dueAt: new Date(armedAt.getTime() + armedMs) },
    ...{ hold: null, reason: null, deferredUntil: null },
  })
  if (place.accountId === null) await takePart(tx, place, account.id)
  await announce(ctx, tx, 'messages', [key.projectId], place.id)
  return { ...key, account, outgoing, armedAt, tries }
}

async function accountFacts(ctx: Ctx, tx: Transaction, account: AccountRow | null) {
  if (!account) return { account: null, sendings: [] }
  const { sendings, firstSentAt } = await sendingsOf(ctx, tx, account)
  const { state, suspendedAt, karma, joinedAt } = account
  const promotions = promotionsOf(account, ctx.now())
  return { account: { state, suspendedAt, karma, joinedAt, promotions, firstSentAt }, sendings }
}

async function isPromotion(tx: Transaction, projectId: string, text: string): Promise<boolean> {
  const reads = promotionReader(await productNames(tx, projectId))
  return reads({ kind: 'comment', title: '', body: text, url: null })
}

/** Returns whether the recipient hasn't written: to the project, or in a thread, what the message answers. */
async function isFirstOf(tx: Transaction, { row, place, to }: OutgoingRow): Promise<boolean> {
  if (place.kind === 'message' && to) return !(await hasWritten(tx, to))
  if (row.parentName === null) return true
  const [received] = await tx
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        ...[eq(message.projectId, row.projectId), eq(message.conversationId, place.id)],
        ...[eq(message.direction, 'in'), eq(message.outsideName, row.parentName)],
      ),
    )
    .limit(1)
  return received === undefined
}

/** Returns how a message is sent; null if it is unknown to whom. */
export function outgoingOf({ row, to }: Pick<OutgoingRow, 'row' | 'to'>): Outgoing | null {
  const { parentName: parent, text } = row
  if (parent?.startsWith('t4_'))
    return { kind: 'answer', parent: `t4_${parent.slice(3)}`, to: to?.handle ?? null, text }
  if (parent !== null) return { kind: 'comment', parent, text }
  return to && { kind: 'compose', to: to.handle, subject: row.subject ?? 'Hello', text }
}

/** Returns until when Reddit asked the account to wait, as another message learned; null if it didn't. */
async function redditWait(ctx: Ctx, tx: Transaction, { projectId, id }: AccountRow): Promise<Date | null> {
  const [row] = await tx
    .select({ until: max(message.deferredUntil) })
    .from(message)
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.accountId, id), eq(message.state, 'deferred')],
        ...[eq(message.hold, 'reddit'), gt(message.deferredUntil, ctx.now())],
      ),
    )
  return row?.until ?? null
}

/** Lets an account take part in a conversation, unless it has one with the same person. */
async function takePart(tx: Transaction, { projectId, id }: { projectId: string; id: string }, accountId: string) {
  await tx.execute(sql`
    update conversation c set account_id = ${accountId}
    where c.project_id = ${projectId} and c.id = ${id} and not exists (
      select from conversation other
      where other.project_id = c.project_id and other.account_id = ${accountId} and other.person_id = c.person_id
        and lower(coalesce(other.recipient, '')) = lower(coalesce(c.recipient, ''))
        and other.kind = c.kind and other.thread_id is not distinct from c.thread_id)`)
}

/** Stores why a message doesn't leave now. */
async function settleDecision(
  ctx: Ctx,
  tx: Transaction,
  { row, place }: OutgoingRow,
  decision: Exclude<SendingDecision, { state: 'go' }> | { state: 'refuse'; because: 'missing' },
): Promise<null> {
  if (decision.state === 'refuse') await refuse(ctx, tx, row, decision.because)
  else await hold(ctx, tx, row, decision)
  const isNews = decision.state === 'refuse' || row.hold !== decision.hold
  if (isNews) await announce(ctx, tx, 'messages', [row.projectId], place.id)
  return null
}

async function refuse(ctx: Ctx, tx: Transaction, key: MessageKey, because: OwnRefusal | 'missing'): Promise<void> {
  await changeMessage(ctx, tx, key, {
    ...{ state: 'refused', refusal: because, reason: refusalWording(because) },
    ...{ hold: null, deferredUntil: null, dueAt: null },
  })
}

async function hold(
  ctx: Ctx,
  tx: Transaction,
  key: MessageKey,
  { hold: which, until }: { hold: MessageHold; until: Date | null },
): Promise<void> {
  const again = new Date(ctx.now().getTime() + lookAgainMs)
  const dueAt = which === 'reddit' ? until : until !== null && until < again ? until : again
  await changeMessage(ctx, tx, key, {
    ...{ state: 'deferred', hold: which, reason: holdWording(which, until), deferredUntil: until },
    // Whoever lets messages leave again makes it due.
    dueAt: which === 'stopped' ? null : dueAt,
  })
}
