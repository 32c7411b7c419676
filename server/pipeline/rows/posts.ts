import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { outsideIdOf } from '../../sources/outside-id.ts'
import type { SourceRecord } from '../../sources/record.ts'

/** post.source of each kind of source. */
const sourceNumbers: Record<SourceRecord['source'], number> = { reddit: 1 }

/** A record as a row of post; `id` is the one that it gets if it is new. */
export type PostRow = ReturnType<typeof postRowOf>

export function postRowOf(id: string, record: SourceRecord) {
  const { outsideId, outsideName } = outsideIdOf(storable(record.id))
  return {
    id,
    source: sourceNumbers[record.source],
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

/** PostgreSQL keeps neither NUL nor half a surrogate pair; both become U+FFFD, which moves no offset. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

function storableOrNull(text: string | null): string | null {
  return text === null ? null : storable(text)
}

/** One order for all, so that two deliveries of the same posts wait for each other instead of embracing. */
export function byIdentity(a: PostRow, b: PostRow): number {
  const [left, right] = [identityOf(a), identityOf(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** What makes two posts the same (docs/decisions/0008-post-identity.md). */
export function identityOf({ source, kind, outsideId }: Pick<PostRow, 'source' | 'kind' | 'outsideId'>): string {
  return `${source} ${kind} ${outsideId}`
}

/** A post that was not there before, and the bytes of its text. */
export interface NewPost {
  id: string
  bytes: number
}

/**
 * Writes those of the rows that are not known, from before or from among themselves; `rows` are in the order of
 * byIdentity. Shared by all projects, or kept for one; `unless` is a condition on r, a row.
 */
export async function insertPosts(
  tx: Transaction,
  rows: readonly PostRow[],
  { now, projectId, importId, unless }: { now: Date; projectId: string | null; importId: string | null; unless?: SQL },
): Promise<NewPost[]> {
  const { rows: inserted } = await tx.execute<NewPost & Record<string, unknown>>(sql`
    insert into post (id, source, kind, outside_id, outside_name, subreddit, author, title, body, body_truncated,
      url, permalink, flair, score, num_comments, posted_at, project_id, import_id, created_at, updated_at)
    select r.id, r.source, r.kind, r."outsideId", r."outsideName", r.subreddit, r.author, r.title, r.body,
      r."bodyTruncated", r.url, r.permalink, r.flair, r.score, r."numComments", r."postedAt",
      ${projectId}::uuid, ${importId}::uuid, ${now.toISOString()}, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(rows)}) as r(id uuid, source smallint, kind text, "outsideId" bigint,
      "outsideName" text, subreddit text, author text, title text, body text, "bodyTruncated" boolean, url text,
      permalink text, flair text, score integer, "numComments" integer, "postedAt" timestamptz)
    where not (${unless ?? sql`false`})
    on conflict (project_id, source, kind, outside_id) do nothing
    returning id, octet_length(title) + octet_length(body) as bytes`)
  return inserted
}
