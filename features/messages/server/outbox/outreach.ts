import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { threadIdOf } from '#engine/reddit/comment-path.ts'
import { meetPerson, type PersonAccount } from '#features/crm/server/index.ts'
import { type LeadKey, lockLeadRow, requireLead } from '#features/leads/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Outreach, outreachObstacles } from '../../contract-outbox.ts'
import { isWithAccount } from '../recipient.ts'
import { conversation } from '../tables.ts'
import { recordInvitation } from './invitations.ts'
import { directConversation, type LeadAuthor, postNameOf, readLeadAuthor } from './lead-author.ts'
import { messageModeOf } from './settings.ts'

interface Conversing {
  person: string
  conversation: string
}

const obstacleWords: Record<(typeof outreachObstacles)[number], string> = {
  elsewhere: "This lead's post isn't on Reddit",
  noAuthor: "The author's account no longer exists",
  ownAccount: 'The author is a connected account of this project',
  doNotContact: 'This person asked not to be contacted',
  alreadyContacted: "One of the owner's projects already messaged this person",
  unreachable: "This person doesn't accept messages from this project",
}

/** Returns what the author of a lead said about messages, and how one would be sent. */
export async function readOutreach(ctx: Ctx, { id }: { id: string }): Promise<Outreach> {
  return readOnly(ctx, async (tx) => {
    const lead = await requireLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'readOutreach')
    const author = await readLeadAuthor(ctx, tx, lead)
    return {
      handle: author.post.author,
      person: author.person?.id ?? null,
      conversation: author.conversationId,
      invitations: author.invitations,
      wroteFirst: author.wroteFirst,
      obstacle: author.obstacle,
      mode: await messageModeOf(tx, lead.projectId),
      account: author.account?.name ?? null,
    }
  })
}

/**
 * Returns the direct conversation with a lead's author, and begins it if there is none: with the person and the
 * invitations in the lead's text. Throws ConflictError if no message to them can be written.
 */
export async function beginOutreach(ctx: Ctx, { id }: { id: string }): Promise<Conversing> {
  return transaction(ctx, async (tx) => {
    const lead = await lockLeadRow(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'changeOutreach')
    const author = await readLeadAuthor(ctx, tx, lead)
    if (author.person && author.conversationId) {
      await recordFound(ctx, tx, lead, author, author.person)
      return { person: author.person.id, conversation: author.conversationId }
    }
    const { obstacle } = author
    if (obstacle !== null) throw new ApiError('ConflictError', obstacleWords[obstacle])
    const to = await ensurePerson(ctx, tx, lead.projectId, author)
    await recordFound(ctx, tx, lead, author, to)
    // Begun meanwhile, for another lead of the same author.
    const begun = await directConversation(tx, to, author.account?.id ?? null)
    if (begun) return { person: to.id, conversation: begun }
    const place = { kind: 'message', subreddit: null, threadId: null, title: null } as const
    return { person: to.id, conversation: await beginConversation(ctx, tx, lead, { ...author, to }, place) }
  })
}

/**
 * Returns the conversation with a lead's author in the lead's thread, and begins it if there is none. Throws
 * ConflictError if the author's account is gone or connected.
 */
export async function beginPublicReply(ctx: Ctx, { id }: { id: string }): Promise<Conversing> {
  return transaction(ctx, async (tx) => {
    const lead = await lockLeadRow(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'changeOutreach')
    const author = await readLeadAuthor(ctx, tx, lead)
    const { obstacle, post, account } = author
    if (
      obstacle === 'elsewhere' ||
      obstacle === 'noAuthor' ||
      obstacle === 'ownAccount' ||
      obstacle === 'doNotContact'
    ) {
      throw new ApiError('ConflictError', obstacleWords[obstacle])
    }
    const threadId = threadIdOf(post.permalink)
    if (threadId === null) throw new ApiError('ConflictError', "This lead's post isn't on Reddit")
    const to = await ensurePerson(ctx, tx, lead.projectId, author)
    const [existing] = await tx
      .select({ id: conversation.id })
      .from(conversation)
      .where(
        and(
          ...[isWithAccount(to), eq(conversation.kind, 'comment'), eq(conversation.threadId, threadId)],
          or(isNull(conversation.accountId), account ? eq(conversation.accountId, account.id) : sql`true`),
        ),
      )
      .orderBy(conversation.id)
      .limit(1)
    if (existing) return { person: to.id, conversation: existing.id }
    const place = { kind: 'comment', subreddit: post.subreddit, threadId, title: post.title } as const
    return { person: to.id, conversation: await beginConversation(ctx, tx, lead, { ...author, to }, place) }
  })
}

/** Returns the author's person, locked, and adds them if they are new. */
async function ensurePerson(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { post }: Pick<LeadAuthor, 'post'>,
): Promise<PersonAccount> {
  const handle = post.author
  if (handle === null) throw new Error('an author without a name')
  const met = await meetPerson(ctx, tx, { projectId, handle, how: 'lead' })
  if (met.isNew) await audit(ctx, tx, { projectId, action: 'person.create', subjectId: met.id })
  await tx.execute(sql`select from person where project_id = ${projectId} and id = ${met.id} for no key update`)
  return met
}

async function beginConversation(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id: opportunityId }: LeadKey,
  { to, account }: { to: PersonAccount; account: LeadAuthor['account'] },
  place: Pick<typeof conversation.$inferInsert, 'kind' | 'subreddit' | 'threadId' | 'title'>,
): Promise<string> {
  const now = ctx.now()
  const id = ctx.id()
  const dated = { createdAt: now, updatedAt: now }
  const ids = { projectId, id, personId: to.id, opportunityId, accountId: account?.id ?? null }
  const { recipient } = to
  await tx.insert(conversation).values({ ...ids, recipient, ...place, channel: 'reddit', state: 'open', ...dated })
  await audit(ctx, tx, { projectId, action: 'conversation.create', subjectId: id })
  await announce(ctx, tx, 'messages', [projectId], id)
  return id
}

/** Records the invitations that the lead's text contains. */
async function recordFound(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id: opportunityId }: LeadKey,
  { invitations, post }: LeadAuthor,
  by: PersonAccount,
): Promise<void> {
  for (const { quote, permalink, recorded } of invitations) {
    if (recorded) continue
    await recordInvitation(ctx, tx, {
      ...{ projectId, personId: by.id, recipient: by.recipient, opportunityId, quote, permalink },
      outsideName: postNameOf(post),
    })
  }
}
