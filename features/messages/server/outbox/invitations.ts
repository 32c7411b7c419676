import { and, eq, isNull, sql } from 'drizzle-orm'
import { commentIds, threadIdOf } from '#engine/reddit/comment-path.ts'
import { person, personNamed } from '#features/crm/server/index.ts'
import { opportunity } from '#features/leads/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { readLiveItem } from '#features/reddit/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { faultOfField, requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { outsideIdOf } from '#platform/server/outside-id.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Invitation } from '../../contract-outbox.ts'
import { invitation } from '../tables.ts'

interface Quoted {
  id: string
  quote: string
  permalink: string
  opportunity: string | null
}

/** A text on Reddit and who wrote it. */
interface Written {
  author: string | null
  title: string
  body: string
  permalink: string
}

/**
 * Records a person's own words that invite messages. The quote must be in the stored post or comment at the permalink,
 * or in what Reddit shows there, and the person's. Throws ValidationError otherwise, and ApplicationError if Reddit
 * can't be asked.
 */
export async function quoteInvitation(ctx: Ctx, { id, quote, permalink, ...rest }: Quoted): Promise<Invitation> {
  const name = nameAt(permalink)
  if (name === null) throw faultOfField('permalink', 'Copy the address of a post or comment on Reddit.')
  const known = await readOnly(ctx, async (tx) => {
    const found = await requirePerson(ctx, tx, id)
    requireRight(ctx, found.projectId, 'changeOutreach')
    return { ...found, stored: await storedText(tx, found.projectId, name) }
  })
  const { projectId, handle, stored } = known
  const text = stored ?? (await readLiveItem(ctx, { projectId, name }))
  if (!text) throw faultOfField('permalink', "Reddit doesn't show this post or comment")
  const { author } = text
  const by = author && (await readOnly(ctx, (tx) => personNamed(tx, { projectId, handle: author })))
  if (!by || by.id !== id) throw faultOfField('permalink', `This post or comment isn't by u/${handle}`)
  if (!plain(`${text.title}\n${text.body}`).includes(plain(quote))) {
    throw faultOfField('quote', "These words aren't in the post or comment. Copy them exactly.")
  }
  return transaction(ctx, async (tx) => {
    await requirePerson(ctx, tx, id)
    const { opportunity: opportunityId } = rest
    const lead = { projectId, id: opportunityId, field: 'opportunity' }
    await requireSameProject(tx, opportunity, lead, isSeen(opportunity))
    const words = quote.trim()
    const path = text.permalink
    await recordInvitation(ctx, tx, {
      ...{ projectId, personId: id, recipient: by.recipient, opportunityId },
      ...{ quote: words, permalink: path, outsideName: name },
    })
    return { quote: words, permalink: path, recorded: true }
  })
}

/** Records an invitation. The same source replaces the words that were quoted from it before. */
export async function recordInvitation(
  ctx: Ctx,
  tx: Transaction,
  row: Omit<typeof invitation.$inferInsert, 'id' | 'createdBy' | 'createdAt' | 'updatedAt'>,
): Promise<void> {
  const now = ctx.now()
  const [written] = await tx
    .insert(invitation)
    .values({ ...row, id: ctx.id(), createdBy: authorOf(ctx), createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [invitation.projectId, invitation.personId, invitation.outsideName],
      set: { quote: row.quote, permalink: row.permalink, updatedAt: now },
      setWhere: sql`${invitation.quote} <> excluded.quote`,
    })
    .returning({ id: invitation.id })
  if (!written) return
  await audit(ctx, tx, { projectId: row.projectId, action: 'invitation.record', subjectId: row.personId })
  await announce(ctx, tx, 'messages', [row.projectId])
}

/** Returns Reddit's name of the post or comment at an address; null for other addresses. */
function nameAt(permalink: string): string | null {
  const url = URL.parse(permalink.trim().replace(/^(?=(\w+\.)*reddit\.com\/)/i, 'https://'), 'https://www.reddit.com')
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const ids = commentIds(url.pathname)
  if (ids) return `t1_${ids.comment}`
  const thread = threadIdOf(url.pathname)
  return thread && `t3_${thread}`
}

async function requirePerson(ctx: Ctx, tx: Transaction, id: string): Promise<{ projectId: string; handle: string }> {
  const [row] = await tx
    .select({ projectId: person.projectId, handle: person.handle })
    .from(person)
    .where(and(ownProjects(ctx, person.projectId), eq(person.id, id)))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/** Returns the stored text with this name that the project sees; null without one, or if only its beginning is stored. */
async function storedText(tx: Transaction, projectId: string, name: string): Promise<Written | null> {
  const { author, title, body, permalink } = post
  const [row] = await tx
    .select({ author, title, body, permalink })
    .from(post)
    .innerJoin(project, and(eq(project.id, projectId), eq(project.realm, post.realm)))
    .where(
      and(
        eq(post.kind, name.startsWith('t1_') ? 'comment' : 'post'),
        eq(post.outsideId, outsideIdOf(name.slice(3)).outsideId),
        eq(post.bodyTruncated, false),
        // A project's own imports may say anything.
        isNull(post.projectId),
      ),
    )
    .limit(1)
  return row ?? null
}

/** Where a text differs only in white space, capitals, or typographic quotes, it is the same. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
