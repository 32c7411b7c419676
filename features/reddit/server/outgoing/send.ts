import type { Ctx } from '#platform/server/ctx.ts'
import { redditApiOf } from '../accounts/open.ts'
import { readMessages } from '../api/messages.ts'
import { type Outcome, retryLater, signIn } from '../api/outcome.ts'
import { readOwnComments } from './own-comments.ts'
import { answerMessage, type Created, composeMessage, postComment, type WriteOutcome, type Writing } from './write.ts'

/** What an account sends: a first message, an answer to one, or a public reply. Names are Reddit's, such as `t4_1abc`. */
export type Outgoing =
  | { kind: 'compose'; to: string; subject: string; text: string }
  /** `to` is null for moderators. */
  | { kind: 'answer'; parent: `t4_${string}`; to: string | null; text: string }
  | { kind: 'comment'; parent: string; text: string }

/** A connected account. */
export interface Sender {
  projectId: string
  id: string
}

/** Sends something as a connected account, at most once. */
export async function sendOnReddit(
  ctx: Ctx,
  account: Sender,
  outgoing: Outgoing,
  writing: Writing,
): Promise<WriteOutcome<Created>> {
  const api = redditApiOf(ctx, account)
  if (!api) return signIn('notConnected')
  if (outgoing.kind === 'compose') return composeMessage(api, outgoing, writing)
  if (outgoing.kind === 'answer') return answerMessage(api, outgoing, writing)
  return postComment(api, outgoing, writing)
}

/** Something that an account sent, as Reddit lists it. */
export interface SentText {
  name: string
  permalink: string | null
  at: Date
  text: string
}

/** How many pages are read, at most. Reddit lists about 1,000 items. */
const pagesMost = 10

/**
 * Returns what an account sent since a time to the same recipient or parent, oldest first. Its texts may be any: the
 * caller compares them.
 */
export async function findSent(
  ctx: Ctx,
  { name, ...account }: Sender & { name: string },
  outgoing: Outgoing,
  { since, failures }: { since: Date; failures: number },
): Promise<Outcome<SentText[]>> {
  const api = redditApiOf(ctx, account)
  if (!api) return signIn('notConnected')
  const asking = { purpose: 'action', failures } as const
  const found: SentText[] = []
  let after: string | undefined
  for (let pages = 0; pages < pagesMost; pages++) {
    const page =
      outgoing.kind === 'comment'
        ? await readOwnComments(api, name, { after }, asking)
        : await readMessages(api, 'sent', { after }, asking)
    if (page.state !== 'ok') return page
    // An unreadable item may be the one.
    if (page.value.broken > 0) return retryLater('nonsense', ctx.now().getTime() + unreadableMs)
    const recent = page.value.messages.filter(({ sentAt }) => sentAt === null || sentAt >= since.getTime())
    for (const each of recent) {
      if (!isTo(each, outgoing)) continue
      const { name: itemName, body, sentAt } = each
      const permalink = 'permalink' in each ? each.permalink : null
      found.push({ name: itemName, permalink, text: body, at: sentAt === null ? ctx.now() : new Date(sentAt) })
    }
    if (page.value.after === null || recent.length === 0) break
    after = page.value.after
  }
  return { state: 'ok', value: found.reverse() }
}

const unreadableMs = 5 * 60_000

function isTo({ to, parent }: { to?: string | null; parent: string | null }, outgoing: Outgoing): boolean {
  if (outgoing.kind === 'comment') return parent === outgoing.parent
  const isRecipient = outgoing.to !== null && to?.toLowerCase() === outgoing.to.toLowerCase()
  if (outgoing.kind === 'compose') return isRecipient
  return parent === outgoing.parent || (parent === null && isRecipient)
}
