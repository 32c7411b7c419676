import { and, sql } from 'drizzle-orm'
import { redditSearchOf, type Unaskable } from '#engine/query/search/reddit-search.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Source } from '#engine/sources.ts'
import { opportunity } from '#features/leads/server/index.ts'
import { draftOf } from '#features/matching/server/index.ts'
import { identities, post, withoutForgotten } from '#features/posts/server/index.ts'
import type { SortedSearch } from '#features/search/contract.ts'
import { foundIn, prepareSearch, sortFound, testOf } from '#features/search/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { LiveMatch, LiveSearch } from '../../contract.ts'
import type { Failure } from '../api/outcome.ts'
import { waitingWordsOf } from '../sources.ts'
import { liveConnection, notConnected, spendLiveCall } from './connection.ts'
import { searchReddit } from './search-reddit.ts'

const unaskable: Record<Unaskable, string> = {
  comments: "Reddit's search finds posts, but no comments",
  tooBroad: "Reddit's search needs a whole word, a community, or an author",
}

/**
 * Searches Reddit itself, and stores nothing. The answers are checked and sorted like stored posts. If Reddit can't be
 * asked, the answer says why. Throws ValidationError for an invalid query, and RateLimitError.
 */
export async function searchLive(
  ctx: Ctx,
  { id: projectId, search }: { id: string; search: SortedSearch },
): Promise<LiveSearch> {
  roleIn(ctx, projectId)
  const { prepared, connection } = await readOnly(ctx, async (tx) => ({
    prepared: await prepareSearch(ctx, tx, projectId, search),
    connection: await liveConnection(ctx, tx, projectId),
  }))
  if (!connection) return unasked(ctx, notConnected)
  const asked = prepared.query ? redditSearchOf(prepared.query, prepared.now) : 'tooBroad'
  if (typeof asked === 'string') return unasked(ctx, unaskable[asked])
  await spendLiveCall(ctx, projectId)
  const found = await searchReddit(connection.api, asked, search.sort, testOf(prepared))
  const newest = found.records.toSorted((a, b) => (b.postedAt ?? 0) - (a.postedAt ?? 0))
  const sorted = search.sort === 'newest' ? newest : sortFound(newest, search.sort, prepared)
  return {
    matches: await readOnly(ctx, async (tx) =>
      (await withStored(tx, projectId, sorted, connection.source)).map(({ record, ...stored }) => ({
        ...{ post: presentRecord(record), ...foundIn(record, prepared), ...stored },
      })),
    ),
    asked: { query: asked.q, subreddit: asked.subreddit },
    posts: found.posts,
    capped: found.hasMore,
    readAt: ctx.now().toISOString(),
    trouble: found.failure && troubleOf(found.failure),
  }
}

function unasked(ctx: Ctx, text: string): LiveSearch {
  const readAt = ctx.now().toISOString()
  return { matches: [], asked: null, posts: 0, capped: false, readAt, trouble: { text, retryAt: null } }
}

export function troubleOf(failure: Failure): { text: string; retryAt: string | null } {
  const retryAt = failure.state === 'later' ? new Date(failure.at).toISOString() : null
  return { text: waitingWordsOf(failure), retryAt }
}

/** Adds the stored copy of each post that the project sees, and its lead. Leaves out forgotten posts. */
async function withStored(
  tx: Transaction,
  projectId: string,
  records: readonly SourceRecord[],
  source: Source,
): Promise<(Pick<LiveMatch, 'storedId' | 'lead'> & { record: SourceRecord })[]> {
  if (records.length === 0) return []
  const known = await withoutForgotten(
    tx,
    records.map((record) => ({ ...draftOf(record, source), record })),
  )
  const rows = await tx
    .select({ place: sql<string>`k.place`, id: post.id, lead: { id: opportunity.id, state: opportunity.state } })
    .from(post)
    .innerJoin(
      identities(known),
      and(
        sql`(${post.source}, ${post.kind}, ${post.outsideId}) = (k.source, k.kind, k.outside_id)`,
        sql`(${post.projectId} is null or ${post.projectId} = ${projectId})`,
      ),
    )
    .leftJoin(
      opportunity,
      sql`${opportunity.projectId} = ${projectId} and ${opportunity.postId} = ${post.id} and ${isSeen(opportunity)}`,
    )
    // The project's own copy replaces the shared one.
    .orderBy(sql`${post.projectId} nulls first`)
  const byPlace = new Map(rows.map(({ place, ...row }) => [Number(place) - 1, row]))
  return known.map(({ record }, at) => {
    const row = byPlace.get(at)
    return { record, storedId: row?.id ?? null, lead: row?.lead ?? null }
  })
}

function presentRecord(record: SourceRecord): LiveMatch['post'] {
  const { id, kind, subreddit, author, title, body, bodyTruncated, url, permalink, flair, score, numComments } = record
  const postedAt = record.postedAt === null ? null : new Date(record.postedAt).toISOString()
  return {
    ...{ outsideId: id, kind, subreddit, author, title, body, bodyTruncated, url, permalink, flair },
    ...{ score, numComments, postedAt },
  }
}
