import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type MetPerson, meetPerson } from '#features/crm/server/index.ts'
import type { InboxAccount } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { outsideIdOf } from '#platform/server/outside-id.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { isWithAccount } from '../recipient.ts'
import { conversation } from '../tables.ts'
import type { PlacedItem } from './place-item.ts'

export type ConversationRow = typeof conversation.$inferSelect

/**
 * Returns the conversation that an item belongs to (docs/decisions/0117), locked until the transaction ends, and begins
 * it if there is none. One without an account was begun by the team, or its account was disconnected since: it goes on
 * with this account.
 */
export async function conversationOf(
  ctx: Ctx,
  tx: Transaction,
  account: InboxAccount,
  item: PlacedItem,
): Promise<ConversationRow> {
  const { projectId } = account
  const met =
    item.handle === null ? null : await meetPerson(ctx, tx, { projectId, handle: item.handle, how: 'message' })
  const find = () => lockConversation(tx, account, { item, met })
  const found = await find()
  if (found) return found.accountId === null ? adopt(tx, account, found) : found
  const opportunityId = await leadOf(tx, account, item)
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await tx
    .insert(conversation)
    .values({
      ...{ projectId, id: ctx.id(), accountId: account.id, opportunityId, channel: 'reddit', state: 'open' },
      ...{ personId: met?.id ?? null, recipient: met?.recipient ?? null },
      ...{ kind: item.kind, subreddit: item.subreddit, threadId: item.threadId, title: item.title, ...dates },
    })
    .onConflictDoNothing()
  const begun = await find()
  if (!begun) throw new Error('the conversation was not written')
  return begun
}

async function lockConversation(
  tx: Transaction,
  account: InboxAccount,
  { item, met }: { item: PlacedItem; met: MetPerson | null },
): Promise<ConversationRow | null> {
  const [row] = await tx
    .select()
    .from(conversation)
    .where(
      and(
        eq(conversation.projectId, account.projectId),
        eq(conversation.channel, 'reddit'),
        or(eq(conversation.accountId, account.id), isNull(conversation.accountId)),
        isOf(item, met),
      ),
    )
    .orderBy(sql`${conversation.accountId} nulls last`, conversation.id)
    .limit(1)
    .for('update')
  return row ?? null
}

function isOf({ kind, subreddit, threadId }: PlacedItem, met: MetPerson | null): SQL | undefined {
  if (kind === 'modmail') {
    return and(eq(conversation.kind, 'modmail'), sql`lower(${conversation.subreddit}) = lower(${subreddit})`)
  }
  const isWith = met ? isWithAccount(met) : sql`false`
  if (kind === 'message') return and(eq(conversation.kind, 'message'), isWith)
  return and(inArray(conversation.kind, ['comment', 'mention']), eq(conversation.threadId, threadId ?? ''), isWith)
}

async function adopt(tx: Transaction, account: InboxAccount, found: ConversationRow): Promise<ConversationRow> {
  const own = and(eq(conversation.projectId, found.projectId), eq(conversation.id, found.id))
  await tx.update(conversation).set({ accountId: account.id }).where(own)
  return { ...found, accountId: account.id }
}

/** Returns the lead that a new conversation is about: of the post above it, or else the newest of the other person. */
async function leadOf(tx: Transaction, account: InboxAccount, item: PlacedItem): Promise<string | null> {
  if (item.handle === null) return null
  const threadId = item.threadId === null ? null : outsideIdOf(item.threadId).outsideId.toString()
  const isThread = sql`(p.kind = 'post' and p.outside_id = ${threadId}::bigint)`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select o.id from opportunity o join post p on p.id = o.post_id
    where o.project_id = ${account.projectId} and o.realm = ${account.realm} and ${isSeenAs('o')}
      and (${isThread} or lower(p.author) = lower(${item.handle}))
    order by ${isThread} desc nulls last, o.posted_at desc nulls last, o.id limit 1`)
  return rows[0]?.id ?? null
}
