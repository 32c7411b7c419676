import { and, arrayContains, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { redditAccount } from '../tables.ts'

type AccountRow = typeof redditAccount.$inferSelect
/** A connected account whose inbox is read. */
export type InboxAccount = Pick<
  AccountRow,
  | 'projectId'
  | 'id'
  | 'name'
  | 'realm'
  | 'clientId'
  | 'subject'
  | 'inboxMark'
  | 'sentMark'
  | 'inboxWholeAt'
  | 'inboxReadAt'
  | 'createdAt'
>

/** The lease of a worker on an inbox. */
const leaseMs = 5 * 60_000
/** After the start of a reading. Less than the minute between two runs: otherwise, every other one would leave it out. */
const againMs = 45_000
const retryLeastMs = 60_000
const retryMostMs = 3_600_000

const isAccount = ({ projectId, id }: Pick<InboxAccount, 'projectId' | 'id'>) =>
  and(eq(redditAccount.projectId, projectId), eq(redditAccount.id, id))

/** Leases the due inbox that waited longest; null if none is due. */
export function leaseInbox(ctx: Ctx, clientId: string): Promise<InboxAccount | null> {
  const { inboxDueAt, ...account } = redditAccount
  const now = ctx.now()
  return transaction(ctx, async (tx) => {
    const [due] = await tx
      .select({ projectId: account.projectId, id: account.id })
      .from(redditAccount)
      .where(
        and(
          eq(account.clientId, clientId),
          eq(account.state, 'connected'),
          arrayContains(account.scopes, ['privatemessages']),
          or(isNull(inboxDueAt), lte(inboxDueAt, now)),
        ),
      )
      .orderBy(sql`${inboxDueAt} asc nulls first`, asc(account.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return null
    const [row] = await tx
      .update(redditAccount)
      .set({ inboxDueAt: new Date(now.getTime() + leaseMs) })
      .where(isAccount(due))
      .returning()
    return row ?? null
  })
}

/** Locks an account until the transaction ends. Returns whether it is still connected. */
export async function isStillConnected(tx: Transaction, account: InboxAccount): Promise<boolean> {
  const rows = await tx.select({ id: redditAccount.id }).from(redditAccount).where(isAccount(account)).for('key share')
  return rows.length > 0
}

/** Saves how far an inbox or the sent messages were read. */
export async function saveMark(
  ctx: Ctx,
  account: InboxAccount,
  mark: Partial<Pick<AccountRow, 'inboxMark' | 'sentMark' | 'inboxWholeAt'>>,
): Promise<void> {
  await change(ctx, account, mark)
}

/** Makes an inbox that was read due again for the next run. */
export async function recordRead(ctx: Ctx, account: InboxAccount, begun: Date): Promise<void> {
  await change(ctx, account, {
    ...{ inboxReadAt: ctx.now(), inboxTrouble: null },
    inboxDueAt: new Date(begun.getTime() + againMs),
  })
}

/** Makes an inbox that only we delayed due again at a time. */
export async function releaseInbox(ctx: Ctx, account: InboxAccount, at: number): Promise<void> {
  await change(ctx, account, { inboxDueAt: new Date(at) })
}

/** Records why an inbox can't be read. The longer it can't, the later it is due again. */
export async function recordTrouble(
  ctx: Ctx,
  account: InboxAccount,
  { words, at }: { words: string; at: number },
): Promise<void> {
  const now = ctx.now().getTime()
  const since = now - (account.inboxReadAt ?? account.createdAt).getTime()
  const wait = Math.min(Math.max(since, retryLeastMs), retryMostMs)
  await change(ctx, account, { inboxTrouble: words, inboxDueAt: new Date(Math.max(at, now + wait)) })
}

async function change(ctx: Ctx, account: InboxAccount, changes: Partial<AccountRow>): Promise<void> {
  await transaction(ctx, (tx) => tx.update(redditAccount).set(changes).where(isAccount(account)))
}
