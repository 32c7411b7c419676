import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { invitationsIn } from '#engine/messages/invitations.ts'
import { isOnReddit } from '#engine/places/places.ts'
import { type PersonAccount, person, personNamed } from '#features/crm/server/index.ts'
import { type LeadKey, opportunity } from '#features/leads/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { maySend, redditAccount, sendingAccount } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { Invitation, Outreach } from '../../contract-outbox.ts'
import { isInvitedBy, isWithAccount } from '../recipient.ts'
import { conversation, invitation, message } from '../tables.ts'
import { contactDigest } from './first-contact.ts'
import { unreachableRefusals } from './refusals.ts'

type LeadPost = Pick<
  typeof post.$inferSelect,
  'kind' | 'author' | 'title' | 'body' | 'permalink' | 'subreddit' | 'outsideId' | 'outsideName'
>

/** What is known about contacting the author of a lead. */
export interface LeadAuthor {
  post: LeadPost
  realm: typeof project.$inferSelect.realm
  person: (PersonAccount & Pick<typeof person.$inferSelect, 'doNotContact'>) | null
  /** The direct conversation with them. */
  conversationId: string | null
  invitations: Invitation[]
  wroteFirst: boolean
  obstacle: Outreach['obstacle']
  /** The account that would send. */
  account: { id: string; name: string } | null
}

/** Returns what is known about contacting the author of a lead. */
export async function readLeadAuthor(ctx: Ctx, tx: Transaction, lead: LeadKey): Promise<LeadAuthor> {
  const { kind, author, title, body, permalink, subreddit, outsideId, outsideName } = post
  const [row] = await tx
    .select({
      post: { kind, author, title, body, permalink, subreddit, outsideId, outsideName },
      realm: project.realm,
    })
    .from(opportunity)
    .innerJoin(post, eq(post.id, opportunity.postId))
    .innerJoin(project, eq(project.id, opportunity.projectId))
    .where(and(eq(opportunity.projectId, lead.projectId), eq(opportunity.id, lead.id)))
  if (!row) throw new Error('the lead has no post')
  const known = row.post.author === null ? null : await authorNamed(tx, lead.projectId, row.post.author)
  const sender = await sendingAccount(ctx, tx, { projectId: lead.projectId, realm: row.realm, kind: 'message' })
  const account = sender && maySend(sender) ? sender : null
  const wroteFirst = known !== null && (await hasWritten(tx, known))
  return {
    ...row,
    person: known,
    conversationId: known && (await directConversation(tx, known, account?.id ?? null)),
    invitations: withFound(known ? await recordedInvitations(tx, known) : [], row.post),
    wroteFirst,
    obstacle: isOnReddit(row.post.subreddit)
      ? await obstacleOf(tx, lead.projectId, { handle: row.post.author, person: known, wroteFirst })
      : 'elsewhere',
    account,
  }
}

/** Returns the name of a post as Reddit writes it, such as `t3_1abcde`. */
export function postNameOf({ kind, ...id }: Pick<LeadPost, 'kind' | 'outsideId' | 'outsideName'>): string {
  return `${kind === 'post' ? 't3' : 't1'}_${outsideIdText(id)}`
}

async function authorNamed(tx: Transaction, projectId: string, handle: string): Promise<LeadAuthor['person']> {
  const known = await personNamed(tx, { projectId, handle })
  if (!known) return null
  const [row] = await tx
    .select({ doNotContact: person.doNotContact })
    .from(person)
    .where(and(eq(person.projectId, projectId), eq(person.id, known.id)))
  return row ? { ...known, ...row } : null
}

/**
 * Returns the direct conversation with an account of a person: that of our account, or one that none of ours takes part
 * in yet.
 */
export async function directConversation(
  tx: Transaction,
  to: PersonAccount,
  accountId: string | null,
): Promise<string | null> {
  const [row] = await tx
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(isWithAccount(to), eq(conversation.kind, 'message')))
    .orderBy(sql`${conversation.accountId} is not distinct from ${accountId} desc`, conversation.id)
    .limit(1)
  return row?.id ?? null
}

/** Returns whether this account of a person has written to the project, or had before a time. It speaks for no other one. */
export function hasWritten(tx: Transaction, account: PersonAccount, before?: Date): Promise<boolean> {
  const isEarlier = before && lt(message.sentAt, before)
  return hasMessage(tx, account.projectId, and(isWithAccount(account), eq(message.direction, 'in'), isEarlier))
}

/** Returns whether such a message is in a direct conversation. */
async function hasMessage(tx: Transaction, projectId: string, which: SQL | undefined): Promise<boolean> {
  const [row] = await tx
    .select({ id: message.id })
    .from(message)
    .innerJoin(
      conversation,
      and(eq(conversation.projectId, message.projectId), eq(conversation.id, message.conversationId)),
    )
    .where(and(eq(message.projectId, projectId), eq(conversation.kind, 'message'), which))
    .limit(1)
  return row !== undefined
}

/** Returns whether an invitation of this account of a person is recorded. */
export async function hasInvitation(tx: Transaction, account: PersonAccount): Promise<boolean> {
  return (await recordedInvitations(tx, account)).length > 0
}

async function recordedInvitations(tx: Transaction, account: PersonAccount): Promise<Invitation[]> {
  const rows = await tx
    .select({ quote: invitation.quote, permalink: invitation.permalink })
    .from(invitation)
    .where(isInvitedBy(account))
    .orderBy(invitation.id)
  return rows.map((row) => ({ ...row, recorded: true }))
}

/** Adds the invitations in a post that aren't recorded. */
function withFound(recorded: Invitation[], { permalink, ...item }: LeadPost): Invitation[] {
  if (recorded.some((each) => each.permalink === permalink)) return recorded
  // One per source is recorded.
  const found = invitationsIn(item).slice(0, 1)
  return [...recorded, ...found.map(({ quote }) => ({ quote, permalink, recorded: false }))]
}

async function obstacleOf(
  tx: Transaction,
  projectId: string,
  { handle, person: known, wroteFirst }: Pick<LeadAuthor, 'person' | 'wroteFirst'> & { handle: string | null },
): Promise<Outreach['obstacle']> {
  if (handle === null) return 'noAuthor'
  const [own] = await tx
    .select({ id: redditAccount.id })
    .from(redditAccount)
    .where(and(eq(redditAccount.projectId, projectId), eq(sql`lower(${redditAccount.name})`, handle.toLowerCase())))
    .limit(1)
  if (own) return 'ownAccount'
  if (known?.doNotContact) return 'doNotContact'
  if (known && (await isUnreachable(tx, projectId, known.id))) return 'unreachable'
  return !wroteFirst && (await wasContacted(tx, projectId, handle)) ? 'alreadyContacted' : null
}

/** Returns whether the owner's projects already sent a first message to this name. */
async function wasContacted(tx: Transaction, projectId: string, handle: string): Promise<boolean> {
  const { rows } = await tx.execute<{ contacted: boolean }>(
    sql`select was_contacted(${projectId}, ${contactDigest(handle)}) as contacted`,
  )
  return rows[0]?.contacted === true
}

/** Returns whether Reddit refused a message because this person, with any account, doesn't accept any from us. */
export function isUnreachable(tx: Transaction, projectId: string, personId: string): Promise<boolean> {
  const isTheirs = eq(conversation.personId, personId)
  return hasMessage(tx, projectId, and(isTheirs, inArray(message.refusal, [...unreachableRefusals])))
}
