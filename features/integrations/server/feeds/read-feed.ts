import { and, eq, sql } from 'drizzle-orm'
import { readView } from '#engine/rules/lead-view.ts'
import { viewQuery } from '#engine/rules/lead-view-query.ts'
import { opportunitiesEndpoints, opportunitiesResource } from '#features/leads/contract.ts'
import { opportunitiesOf } from '#features/leads/server/index.ts'
import { mentionsEndpoints, mentionsResource } from '#features/mentions/contract.ts'
import { mentionsWithPosts } from '#features/mentions/server/index.ts'
import { savedView } from '#features/views/server/index.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { asTexts } from '#platform/contract/query/as-texts.ts'
import { type Query, readQuery } from '#platform/contract/query/query.ts'
import { type Actor, actingAs, type Ctx, type Membership } from '#platform/server/ctx.ts'
import { readOnly, transaction } from '#platform/server/database/database.ts'
import { find } from '#platform/server/database/rows/find.ts'
import { digestOf } from '#platform/server/digest.ts'
import { authorize } from '#platform/server/http/authorize.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { ViewFeed } from '../../contract.ts'
import { viewFeed } from '../tables.ts'
import type { Feed } from './formats.ts'
import { type FeedItem, leadItem, mentionItem } from './items.ts'

/** The most items in a feed, before those that are gone from Reddit are left out. */
const itemsMost = 50
/** How often a feed may be read per hour; several programs may share its address. */
const readsPerHour = 240
/** How long after a read the next one is recorded, in ms. */
const recordedMs = 60_000

interface Reader extends Record<string, unknown> {
  id: string
  project_id: string
  content: ViewFeed['content']
  view_id: string | null
  items_digest: string | null
  changed_at: Date
  last_read_at: Date | null
  user_id: string
  role: Membership['role']
}

/**
 * Reads the feed of a secret address as the member who created it, with their present role and the project's present
 * plan. Throws NotFoundError if it is unknown or revoked, or its creator is blocked, deleted, or no longer a member;
 * PaymentRequiredError without a plan; RateLimitError.
 */
export async function readFeed(ctx: Ctx, secret: string): Promise<Feed> {
  const [reader] = await ctx.db.ask<Reader>({
    name: 'reader-of-feed',
    text: 'select * from reader_of_feed($1)',
    values: [digestOf(secret)],
  })
  if (!reader) throw new ApiError('NotFoundError', 'Not Found')
  await spend(ctx, [{ key: `feed ${reader.id}`, attempts: readsPerHour, minutes: 60 }], 'This feed was read too often')
  const { id, project_id: projectId, user_id: userId, role } = reader
  const actor: Actor = {
    kind: 'user',
    userId,
    sessionId: null,
    token: { id, scope: 'read' },
    memberships: [{ projectId, role }],
  }
  const own = actingAs(ctx, actor)
  const named = await namesOf(own, reader)
  const items =
    reader.content === 'leads' ? await leadsOf(own, projectId, named.params) : await mentionsOf(own, projectId)
  const changedAt = await recordRead(own, reader, digestOf(JSON.stringify([named, items])))
  const page = reader.content === 'leads' ? `/app/opportunities${named.params && `?${named.params}`}` : '/app/mentions'
  return {
    title: `${named.list} · ${named.project}`,
    description: `${reader.content === 'leads' ? 'Leads' : 'Mentions'} that Earshot found for ${named.project}`,
    homeUrl: `${ctx.publicUrl}${page}`,
    changedAt,
    items,
  }
}

interface Names {
  project: string
  list: string
  /** The query of the list's address; empty for the default. */
  params: string
}

async function namesOf(ctx: Ctx, { project_id: projectId, content, view_id: viewId }: Reader): Promise<Names> {
  return readOnly(ctx, async (tx) => {
    const [owner] = await tx.select({ name: project.name }).from(project).where(eq(project.id, projectId))
    if (!owner) throw new ApiError('NotFoundError', 'Not Found')
    if (viewId === null) {
      return { project: owner.name, list: content === 'leads' ? 'New leads' : 'Mentions', params: '' }
    }
    const where = and(eq(savedView.projectId, projectId), eq(savedView.id, viewId))
    const [view] = await tx.select({ name: savedView.name, params: savedView.params }).from(savedView).where(where)
    if (!view) throw new ApiError('NotFoundError', 'Not Found')
    return { project: owner.name, list: view.name, params: view.params }
  })
}

/** Returns the leads of a view, those released last first, whatever its order: programs that read feeds sort by date. */
async function leadsOf(ctx: Ctx, projectId: string, params: string): Promise<FeedItem[]> {
  const { filters, populate } = viewQuery(projectId, readView(new URLSearchParams(params)), ctx.now().getTime())
  const query = readQuery(opportunitiesResource, asTexts({ filters, populate, sort: 'releasedAt:desc' }), 'list')
  const leads = await read(ctx, opportunitiesEndpoints.opportunitiesFind, query, (own, bounded) =>
    find(own, opportunitiesOf(own), bounded),
  )
  return leads.flatMap((lead) => leadItem(lead, ctx.publicUrl) ?? [])
}

async function mentionsOf(ctx: Ctx, projectId: string): Promise<FeedItem[]> {
  const filters = { project: { id: { $eq: projectId } }, muted: { $eq: false } }
  const query = readQuery(mentionsResource, asTexts({ filters, sort: 'createdAt:desc' }), 'list')
  const mentions = await read(ctx, mentionsEndpoints.mentionsFind, query, (own, bounded) =>
    find(own, mentionsWithPosts, bounded),
  )
  return mentions.flatMap((mention) => mentionItem(mention, ctx.publicUrl) ?? [])
}

/** Reads a list with the rights that its endpoint needs. */
async function read<Entity>(
  ctx: Ctx,
  endpoint: Endpoint,
  query: Query,
  list: (ctx: Ctx, query: Query) => Promise<{ data: Entity[] }>,
): Promise<Entity[]> {
  const bounded: Query = { ...query, paging: { by: 'page', page: 1, pageSize: itemsMost } }
  const subject = { id: null, body: null, query: bounded, reading: undefined }
  const { data } = await authorize(ctx, ctx.actor, { endpoint, subject }, (allowed) =>
    list(actingAs(ctx, allowed), bounded),
  )
  return data
}

/**
 * Records a read, and that the items have changed. Returns since when they are as they are: later by at least a second
 * than before, since HTTP tells the time in seconds.
 */
async function recordRead(ctx: Ctx, reader: Reader, digest: string): Promise<Date> {
  const { id, project_id: projectId, items_digest: known, changed_at: changedAt, last_read_at: lastReadAt } = reader
  const now = ctx.now()
  const hasChanged = known !== digest
  if (!hasChanged && lastReadAt !== null && now.getTime() - lastReadAt.getTime() < recordedMs) return changedAt
  const later = sql`greatest(${now.toISOString()}::timestamptz, ${viewFeed.changedAt} + interval '1 second')`
  const [row] = await transaction(ctx, (tx) =>
    tx
      .update(viewFeed)
      .set({ lastReadAt: now, ...(hasChanged && { itemsDigest: digest, changedAt: later }) })
      .where(and(eq(viewFeed.projectId, projectId), eq(viewFeed.id, id)))
      .returning({ changedAt: viewFeed.changedAt }),
  )
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row.changedAt
}
