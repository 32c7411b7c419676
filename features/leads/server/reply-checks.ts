import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { commentIds, commentLinkFault, threadIdOf } from '#engine/reddit/comment-path.ts'
import { replyCheckDelaysMs, replyCheckSteps } from '#engine/replies/reply-checks.ts'
import type { Realm } from '#engine/sources.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ReplyCheck } from '../contract.ts'
import type { LeadKey } from './leads.ts'
import { replyCheck } from './tables.ts'

/** Where a reply to a lead may be: under its post, or under a copy of it. */
interface Place {
  permalink: string
  subreddit: string
  realm: Realm
}

/** Throws ValidationError if a link isn't of a comment under a lead's post or one of its copies. */
export async function requireReplyLink(tx: Transaction, lead: LeadKey, permalink: string): Promise<void> {
  const places = await placesOf(tx, lead)
  const message = commentLinkFault(
    permalink,
    places.map((place) => place.permalink),
  )
  if (message === null) return
  throw new ApiError('ValidationError', message, {
    errors: [{ path: ['permalink'], message, name: 'ValidationError' }],
  })
}

/**
 * Plans the checks of a reply after its link was saved or removed (docs/decisions/0114). Those of the same comment stay;
 * those of an earlier one are dropped.
 */
export async function planReplyChecks(
  ctx: Ctx,
  tx: Transaction,
  lead: LeadKey,
  permalink: string | null,
): Promise<void> {
  const ids = permalink === null ? null : commentIds(permalink)
  const own = and(eq(replyCheck.projectId, lead.projectId), eq(replyCheck.opportunityId, lead.id))
  await tx.delete(replyCheck).where(ids ? and(own, ne(replyCheck.commentId, ids.comment)) : own)
  if (!ids) return
  const places = await placesOf(tx, lead)
  const place = places.find((each) => threadIdOf(each.permalink) === ids.thread) ?? places[0]
  if (!place) return
  const community = place.subreddit.toLowerCase()
  const now = ctx.now()
  const rows = replyCheckSteps.map((step) => {
    const dueAt = new Date(now.getTime() + replyCheckDelaysMs[step])
    return { step, dueAt, nextAt: dueAt }
  })
  await tx
    .insert(replyCheck)
    .values(
      rows.map((row) => ({
        ...{ projectId: lead.projectId, opportunityId: lead.id, realm: place.realm, commentId: ids.comment },
        // The name of a user's own page is that of the user.
        ...{ ...row, community: community.startsWith('u_') ? null : community, createdAt: now },
      })),
    )
    .onConflictDoNothing()
}

/** Returns the posts of a lead and its copies, its own first. */
async function placesOf(tx: Transaction, { projectId, id }: LeadKey): Promise<Place[]> {
  const { rows } = await tx.execute<{ permalink: string; subreddit: string; realm: Realm }>(sql`
    with own as (select id, coalesce(sibling_of, id) as root from opportunity where project_id = ${projectId} and id = ${id})
    select p.permalink, p.subreddit, o.realm
    from own join opportunity o on o.project_id = ${projectId} and (o.id = own.root or o.sibling_of = own.root)
    join post p on p.id = o.post_id
    order by o.id <> own.id, o.id`)
  return rows
}

/** Returns the checks of the replies to some leads, by lead id, in order. */
export async function replyChecksOf(
  ctx: Ctx,
  tx: Transaction,
  leads: readonly LeadKey[],
): Promise<Map<string, ReplyCheck[]>> {
  if (leads.length === 0) return new Map()
  const projectIds = [...new Set(leads.map((lead) => lead.projectId))]
  const ids = leads.map((lead) => lead.id)
  const rows = await tx
    .select()
    .from(replyCheck)
    .where(and(inArray(replyCheck.projectId, projectIds), inArray(replyCheck.opportunityId, ids)))
  rows.sort((a, b) => replyCheckSteps.indexOf(a.step) - replyCheckSteps.indexOf(b.step))
  const byLead = Map.groupBy(rows, ({ opportunityId }) => opportunityId)
  return new Map([...byLead].map(([id, checks]) => [id, checks.map((row) => presentCheck(ctx, row))]))
}

/** A check that waits for a Reddit which isn't connected says so: nothing is known about the reply. */
function presentCheck({ reddit }: Ctx, row: typeof replyCheck.$inferSelect): ReplyCheck {
  const { step, removedBy, votes } = row
  const isConnected = reddit?.realm === row.realm
  const isStuck = row.state === 'waiting' && !isConnected
  return {
    ...{ step, removedBy, votes },
    state: isStuck ? 'notChecked' : row.state,
    dueAt: row.dueAt.toISOString(),
    checkedAt: row.checkedAt?.toISOString() ?? null,
    trouble: isStuck ? notConnected : row.trouble,
  }
}

const notConnected = "This server isn't connected to Reddit's API"
