import { sql } from 'drizzle-orm'
import { absentRecheckMs, nextCheckAt, urgencyOf } from '#engine/reddit/rechecks.ts'
import type { Realm } from '#engine/sources.ts'
import { forgetEmails } from '#features/crm/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { RedditApi } from '../api/api.ts'
import { type ItemInfo, lookUpItems, namesMax } from '../api/info.ts'
import { forgetAccounts, forgetReceived, forgetTitles } from './forget-messages.ts'

/** A received comment to look up. */
interface Received extends Record<string, unknown> {
  projectId: string
  id: string
  name: string
  text: string
  personId: string
  recipient: string | null
  threadId: string
  sentAt: string
  missedAt: string | null
}

/** The lease of a worker on the comments it looks up. */
const leaseMs = 10 * 60_000
/** If Reddit omits all of more comments than this, Reddit is failing. */
const absentTogetherMost = 3

/**
 * Looks up some received comments and the posts above them, and forgets what is gone from Reddit. One call per run
 * leaves the rest of the budget for posts.
 */
export async function recheckReceived(ctx: Ctx, api: RedditApi, realm: Realm): Promise<void> {
  const due = await transaction(ctx, (tx) => leaseReceived(ctx, tx, realm))
  if (due.length === 0) return
  const threads = [...new Set(due.map(({ threadId }) => threadId))]
  const names = [...new Set(due.map(({ name }) => name)), ...threads.map((id) => `t3_${id}`)]
  const outcome = await lookUpItems(api, names)
  // Otherwise they are due again once the lease ends.
  if (outcome.state !== 'ok' || isImplausible(names, outcome.value)) return
  const gone = threads.filter((id) => isGone(outcome.value.get(`t3_${id}`)))
  if (gone.length > 0) await transaction(ctx, (tx) => forgetTitles(ctx, tx, gone, realm))
  for (const each of due) {
    const info = outcome.value.get(each.name)
    if (info) await transaction(ctx, (tx) => settle(ctx, tx, each, info))
  }
}

function isImplausible(names: readonly string[], known: ReadonlyMap<string, ItemInfo>): boolean {
  return names.length > absentTogetherMost && names.every((name) => known.get(name)?.standing === 'absent')
}

function isGone(info: ItemInfo | undefined): boolean {
  return info?.standing === 'deleted' || info?.standing === 'removed'
}

async function leaseReceived(ctx: Ctx, tx: Transaction, realm: Realm): Promise<Received[]> {
  const now = ctx.now()
  // Each has two names at most: its own and its thread's.
  const { rows } = await tx.execute<Received>(sql`
    with next as (
      select m.project_id, m.id from message m
      join project p on p.id = m.project_id left join reddit_account a on a.id = m.account_id
      where m.recheck_at <= ${now.toISOString()} and coalesce(a.realm, p.realm) = ${realm}
      order by m.recheck_at limit ${namesMax / 2} for update of m skip locked
    )
    update message m set recheck_at = ${new Date(now.getTime() + leaseMs).toISOString()}
    from next n join conversation c on c.project_id = n.project_id
    where (m.project_id, m.id) = (n.project_id, n.id) and c.id = m.conversation_id
    returning m.project_id as "projectId", m.id, m.outside_name as name, m.text, c.person_id as "personId", c.recipient,
      c.thread_id as "threadId", m.sent_at as "sentAt", m.missed_at as "missedAt"`)
  return rows
}

async function settle(ctx: Ctx, tx: Transaction, each: Received, info: ItemInfo): Promise<void> {
  const now = ctx.now().getTime()
  if (info.standing === 'there') {
    const urgency = urgencyOf({ isShown: true, postedAt: new Date(each.sentAt).getTime() }, now)
    // An author may have removed a part of the text.
    const text = info.record?.body || each.text
    await recheckAt(tx, each, { at: nextCheckAt(urgency, now), text, missedAt: null })
    return text === each.text ? undefined : forgetEmails(ctx, tx, [each])
  }
  const wasMissed = each.missedAt !== null && now - new Date(each.missedAt).getTime() >= absentRecheckMs
  if (info.standing === 'absent' && !wasMissed) {
    const missedAt = each.missedAt ?? ctx.now().toISOString()
    return recheckAt(tx, each, { at: now + absentRecheckMs, text: each.text, missedAt })
  }
  if (info.standing !== 'authorless') return forgetReceived(ctx, tx, [each])
  await forgetAccounts(ctx, tx, [{ projectId: each.projectId, id: each.personId, recipient: each.recipient }])
}

async function recheckAt(
  tx: Transaction,
  { projectId, id }: Received,
  { at, text, missedAt }: { at: number; text: string; missedAt: string | null },
): Promise<void> {
  await tx.execute(sql`
    update message set recheck_at = ${new Date(at).toISOString()}, text = ${text},
      missed_at = ${missedAt}::timestamptz
    where project_id = ${projectId} and id = ${id} and text <> ''`)
}
