import { sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { truncateRecord } from '#engine/records/bounds.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import { type Realm, realmOf, type Source } from '#engine/sources.ts'
import {
  firstCheck,
  identities,
  identityOf,
  itemColumns,
  itemOf,
  noteSeenAgain,
  post,
  type SeenBy,
  seenBy,
  withoutForgotten,
} from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { outsideIdOf, scopedIdOf } from '#platform/server/outside-id.ts'

/**
 * post.source: the namespace of outside IDs. The sandbox has a separate one, in which the names of Hacker News's items
 * tell them apart.
 */
export const sourceNumbers: Record<SourceRecord['source'], Record<Realm, number>> = {
  reddit: { real: 1, sandbox: 2 },
  push: { real: 3, sandbox: 3 },
  hackernews: { real: 4, sandbox: 2 },
}

/** A post to write, without its ID. */
export type Draft = ReturnType<typeof draftOf>

/** Returns a record as a post to write. Pushed items have a scope, in which their IDs are unique. */
export function draftOf(delivered: SourceRecord, source: Source, scope: string | null = null) {
  const record = truncateRecord(delivered)
  const id = storable(record.id)
  const { outsideId, outsideName } = scope === null ? outsideIdOf(id) : scopedIdOf(scope, id)
  return {
    source: sourceNumbers[record.source][realmOf(source)],
    kind: record.kind,
    outsideId: outsideId.toString(),
    outsideName,
    subreddit: storable(record.subreddit),
    author: storableOrNull(record.author),
    title: storable(record.title),
    body: storable(record.body),
    bodyTruncated: record.bodyTruncated,
    url: storableOrNull(record.url),
    permalink: storable(record.permalink),
    flair: storableOrNull(record.flair),
    score: record.score,
    numComments: record.numComments,
    postedAt: record.postedAt === null ? null : new Date(record.postedAt).toISOString(),
  }
}

/** Replaces NUL and unpaired surrogates, which PostgreSQL can't store, with U+FFFD. Offsets stay the same. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

function storableOrNull(text: string | null): string | null {
  return text === null ? null : storable(text)
}

/** Returns the engine's view of a draft. It has no ID until the post is stored. */
export function itemOfDraft(draft: Draft): Item {
  const { kind, subreddit, author, title, body, flair, score, numComments, postedAt } = draft
  const time = postedAt === null ? null : Date.parse(postedAt)
  return { id: '', kind, subreddit, author, title, body, flair, score, numComments, postedAt: time }
}

/** A draft with its arrival time and the kind of source. */
export type Delivered = Draft & { arrivedAt: Date; seenBy: SeenBy }

/**
 * A delivered draft with the ID it gets if it is new. Both reveal only the arrival time: the time of the first match,
 * when the post is stored, would tell later projects about others' watchlists.
 */
export type NewPost = Delivered & { id: string }

/** Deduplicates drafts and sorts them in a fixed order, which prevents deadlocks between writers of the same posts. */
export function newPosts(ctx: Ctx, drafts: Iterable<Delivered>): NewPost[] {
  const byIdentity = new Map<string, Delivered>()
  for (const draft of drafts) {
    const identity = identityOf(draft)
    if (!byIdentity.has(identity)) byIdentity.set(identity, draft)
  }
  return [...byIdentity]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, draft]) => ({ id: ctx.id(draft.arrivedAt), ...draft }))
}

/** Returns an archive's items as posts to write, without forgotten ones. */
export function archivedPosts(
  ctx: Ctx,
  tx: Transaction,
  records: readonly SourceRecord[],
  arrivedAt: Date,
): Promise<NewPost[]> {
  const delivered = records.map((record) => ({ ...draftOf(record, 'archive'), arrivedAt, seenBy: seenBy.archive }))
  return withoutForgotten(tx, newPosts(ctx, delivered))
}

/** The owner of a post, null if all projects share it, and the import that pins it. */
export interface Ownership {
  projectId: string | null
  importId: string | null
}

/** Inserts posts that the owner doesn't have yet; returns their IDs and text sizes in bytes. */
export async function insertPosts(
  tx: Transaction,
  posts: readonly NewPost[],
  { projectId, importId }: Ownership,
): Promise<{ id: string; bytes: number }[]> {
  const column = <T>(value: (post: NewPost) => T) => sql.param(posts.map(value))
  const { rows } = await tx.execute<{ id: string; bytes: number }>(sql`
    with r as (
      select * from unnest(${column((each) => each.id)}::uuid[], ${column((each) => each.source)}::smallint[],
        ${column((each) => each.kind)}::text[], ${column((each) => each.outsideId)}::bigint[],
        ${column((each) => each.outsideName)}::text[], ${column((each) => each.subreddit)}::text[],
        ${column((each) => each.author)}::text[], ${column((each) => each.title)}::text[],
        ${column((each) => each.body)}::text[], ${column((each) => each.bodyTruncated)}::boolean[],
        ${column((each) => each.url)}::text[], ${column((each) => each.permalink)}::text[],
        ${column((each) => each.flair)}::text[], ${column((each) => each.score)}::integer[],
        ${column((each) => each.numComments)}::integer[], ${column((each) => each.postedAt)}::timestamptz[],
        ${column((each) => each.arrivedAt.toISOString())}::timestamptz[])
        as r(id, source, kind, outside_id, outside_name, subreddit, author, title, body, body_truncated, url, permalink,
          flair, score, num_comments, posted_at, arrived_at)
    ), written as (
      insert into post (id, source, realm, kind, outside_id, outside_name, subreddit, author, title, body, body_truncated,
        url, permalink, flair, score, num_comments, posted_at, project_id, import_id, created_at, updated_at)
      select id, source, case source when ${sourceNumbers.reddit.sandbox} then 'sandbox' else 'real' end, kind, outside_id,
        outside_name, subreddit, author, title, body, body_truncated, url, permalink, flair, score, num_comments,
        posted_at, ${projectId}::uuid, ${importId}::uuid, arrived_at, arrived_at
      from r
      on conflict (project_id, source, kind, outside_id) do nothing
      returning id, realm, octet_length(title) + octet_length(body) as bytes
    ), checked as (
      insert into post_check (post_id, realm, seen_by, checked_at, checked_by, urgency, due_at)
      select w.id, w.realm, c.seen_by, c.checked_at, nullif(c.seen_by, 'import'), c.urgency, c.due_at
      from written w join unnest(${column((each) => each.id)}::uuid[], ${column((each) => each.seenBy)}::text[],
        ${column((each) => firstCheck(each).checkedAt)}::timestamptz[], ${column((each) => firstCheck(each).urgency)}::smallint[],
        ${column((each) => firstCheck(each).dueAt)}::timestamptz[])
        as c(id, seen_by, checked_at, urgency, due_at) using (id)
    )
    select id, bytes from written`)
  return rows
}

/** Returns the shared posts with these identities and locks them against purging until the transaction ends. */
async function sharedPosts(tx: Transaction, of: readonly Draft[]): Promise<{ identity: string; item: Item }[]> {
  const rows = await tx
    .select({ ...itemColumns, source: post.source, outsideId: post.outsideId })
    .from(post)
    .innerJoin(identities(of), sql`${post.projectId} is null and ${isSame}`)
    .for('key share', { of: post })
  return rows.map(({ source, outsideId, ...row }) => ({
    identity: identityOf({ source, kind: row.kind, outsideId: outsideId.toString() }),
    item: itemOf(row),
  }))
}

/** Returns the IDs, by identity, of shared posts that the project has as candidates, mentions or leads. */
export async function sharedPostsOf(
  tx: Transaction,
  projectId: string,
  of: readonly Draft[],
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: post.id, source: post.source, kind: post.kind, outsideId: post.outsideId })
    .from(post)
    .innerJoin(identities(of), sql`${post.projectId} is null and ${isSame}`)
    .where(
      sql`exists (select from candidate c where c.project_id = ${projectId} and c.post_id = ${post.id})
        or exists (select from opportunity o where o.project_id = ${projectId} and o.post_id = ${post.id})
        or exists (select from mention m where m.project_id = ${projectId} and m.post_id = ${post.id})`,
    )
    .for('key share', { of: post })
  return new Map(rows.map(({ id, outsideId, ...row }) => [identityOf({ ...row, outsideId: outsideId.toString() }), id]))
}

/**
 * Pins shared posts that only a match has kept so far: once their day expires, no backfill would find them. Returns the
 * IDs of the newly pinned ones.
 */
export async function pinPosts(tx: Transaction, importId: string, of: readonly Draft[]): Promise<string[]> {
  if (of.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    with unpinned as materialized (
      select ${post.id} from ${post} join ${identities(of)} on ${post.projectId} is null and ${isSame}
      where ${post.importId} is null
      order by ${post.source}, ${post.kind}, ${post.outsideId}
      for no key update of post
    )
    update post set import_id = ${importId} from unpinned where post.id = unpinned.id
    returning post.id`)
  return rows.map(({ id }) => id)
}

const isSame = sql`(${post.source}, ${post.kind}, ${post.outsideId}) = (k.source, k.kind, k.outside_id)`

/** Stores these as shared posts and returns the stored items by identity, without forgotten ones. */
export async function savePosts(ctx: Ctx, tx: Transaction, drafts: Iterable<Delivered>): Promise<Map<string, Item>> {
  const kept = new Map<string, Item>()
  // Repeats only if a known post was purged between the two statements.
  for (let waiting = await withoutForgotten(tx, newPosts(ctx, drafts)); waiting.length > 0; ) {
    const written = await insertPosts(tx, waiting, { projectId: null, importId: null })
    const fresh = new Set(written.map(({ id }) => id))
    for (const draft of waiting)
      if (fresh.has(draft.id)) kept.set(identityOf(draft), { ...itemOfDraft(draft), id: draft.id })
    const known = waiting.filter(({ id }) => !fresh.has(id))
    for (const { identity, item } of known.length === 0 ? [] : await sharedPosts(tx, known)) kept.set(identity, item)
    await noteSeenAgain(tx, known)
    waiting = known.filter((draft) => !kept.has(identityOf(draft)))
  }
  return kept
}
