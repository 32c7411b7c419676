import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { redditApiOf } from '../accounts/open.ts'
import type { RedditApi } from '../api/api.ts'
import { type Message, readMessages } from '../api/messages.ts'
import { type Failure, type Outcome, ok } from '../api/outcome.ts'
import { wordsOf } from '../sources.ts'
import {
  type InboxAccount,
  isStillConnected,
  leaseInbox,
  recordRead,
  recordTrouble,
  releaseInbox,
  saveMark,
} from './inbox-rows.ts'

export type { InboxAccount } from './inbox-rows.ts'

/** Stores a page of what an account received and sent. `isFirst`: the account was never read to the end before. */
type StoreItems = (
  tx: Transaction,
  account: InboxAccount,
  items: readonly Message[],
  reading: { isFirst: boolean },
) => Promise<void>

/** Per run: with two calls each, the calls that users wait for keep most of the app's share. */
const accountsMost = 15
/** A run starts every minute and ends before the next one. */
const runMs = 50_000
/** Reddit lists about 1,000 items in total. */
const pagesMost = 10
/** How often an inbox is read to its end, since Reddit tells only there which accounts were deleted. */
const wholeMs = 20 * 3_600_000

/**
 * Reads the inboxes and sent messages that are due, newest page first, until the newest item of the last complete
 * reading. Each page is stored in a transaction, and the mark is set at the end, so that a reading that was interrupted
 * starts again.
 */
export async function syncInboxes(ctx: Ctx, store: StoreItems): Promise<void> {
  const begun = ctx.now().getTime()
  for (let count = 0; count < accountsMost && ctx.now().getTime() - begun < runMs; count++) {
    if (!ctx.reddit || ctx.stopping.aborted) return
    const begunAt = ctx.now()
    const account = await leaseInbox(ctx, ctx.reddit.app.clientId)
    const api = account && redditApiOf(ctx, account)
    if (!account || !api) return
    const outcome = await syncInbox(ctx, api, account, store)
    if (outcome.state === 'ok') await recordRead(ctx, account, begunAt)
    else if (!(await postpone(ctx, account, outcome))) return
  }
}

async function syncInbox(
  ctx: Ctx,
  api: RedditApi,
  account: InboxAccount,
  store: StoreItems,
): Promise<Outcome<unknown>> {
  const now = ctx.now()
  const isWhole = now.getTime() - (account.inboxWholeAt?.getTime() ?? 0) >= wholeMs
  const received = await readBox(ctx, api, account, store, { box: 'inbox', until: isWhole ? null : account.inboxMark })
  if (received.state !== 'ok') return received
  if (received.value) {
    await saveMark(ctx, account, { inboxMark: received.value, ...(isWhole && { inboxWholeAt: now }) })
  }
  const sent = await readBox(ctx, api, account, store, { box: 'sent', until: account.sentMark })
  if (sent.state === 'ok' && sent.value) await saveMark(ctx, account, { sentMark: sent.value })
  return sent
}

/** Stores what is new. Returns the name of the newest item; null if there is none, or the account was disconnected. */
async function readBox(
  ctx: Ctx,
  api: RedditApi,
  account: InboxAccount,
  store: StoreItems,
  { box, until }: { box: 'inbox' | 'sent'; until: string | null },
): Promise<Outcome<string | null>> {
  const isFirst = account[`${box}Mark`] === null
  let newest: string | null = null
  let after: string | undefined
  for (let page = 0; page < pagesMost; page++) {
    const read = await readMessages(api, box, { after })
    if (read.state !== 'ok') return read
    const { messages, after: next } = read.value
    newest ??= newestOf(messages)
    const isStored = await transaction(ctx, async (tx) => {
      if (!(await isStillConnected(tx, account))) return false
      await store(tx, account, messages, { isFirst })
      return true
    })
    if (!isStored) return ok(null)
    if (next === null || messages.some(({ name }) => name === until)) break
    after = next
  }
  return ok(newest)
}

/** Returns the newest item of a page, which may be in another order. */
function newestOf(messages: readonly Message[]): string | null {
  const times = messages.map(({ sentAt }) => sentAt ?? 0)
  return messages[times.indexOf(Math.max(...times))]?.name ?? null
}

/** Returns whether to go on with other accounts. */
async function postpone(ctx: Ctx, account: InboxAccount, trouble: Failure): Promise<boolean> {
  const words = wordsOf(trouble)
  const at = trouble.state === 'later' ? trouble.at : 0
  if (words !== null) await recordTrouble(ctx, account, { words, at })
  else await releaseInbox(ctx, account, at)
  // Once our own rate limit is used up, it is so for all.
  return !(trouble.state === 'later' && trouble.because === 'governed')
}
