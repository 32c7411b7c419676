import { sql } from 'drizzle-orm'
import { actingAs, type Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { batch } from '../db/schema.ts'
import { outsideIdOf } from '../sources/outside-id.ts'
import type { SourceRecord } from '../sources/record.ts'

/** post.source of each kind of source. */
const sourceNumbers: Record<SourceRecord['source'], number> = { reddit: 1 }

/**
 * Keeps posts that arrived and sends the new ones down the pipeline, all or nothing. A post that is known already,
 * from before or from the same delivery, changes nothing.
 */
export async function ingest(ctx: Ctx, records: readonly SourceRecord[]): Promise<{ inserted: number; known: number }> {
  const now = ctx.now()
  const rows = records.map((record) => rowOf(ctx.id(), record)).sort(byKey)
  return transaction(actingAs(ctx, { kind: 'job', name: 'ingest' }), async (tx) => {
    const { rows: fresh } = await tx.execute<{ id: string }>(sql`
      insert into post (id, source, kind, outside_id, outside_name, subreddit, author, title, body, body_truncated,
        url, permalink, flair, score, num_comments, posted_at, created_at, updated_at)
      select r.id, r.source, r.kind, r."outsideId", r."outsideName", r.subreddit, r.author, r.title, r.body,
        r."bodyTruncated", r.url, r.permalink, r.flair, r.score, r."numComments", r."postedAt",
        ${now.toISOString()}, ${now.toISOString()}
      from json_to_recordset(${JSON.stringify(rows)}) as r(id uuid, source smallint, kind text, "outsideId" bigint,
        "outsideName" text, subreddit text, author text, title text, body text, "bodyTruncated" boolean, url text,
        permalink text, flair text, score integer, "numComments" integer, "postedAt" timestamptz)
      on conflict (project_id, source, kind, outside_id) do nothing
      returning id`)
    if (fresh.length > 0) {
      const batchId = ctx.id()
      await tx.insert(batch).values({ id: batchId, postIds: fresh.map(({ id }) => id), createdAt: now })
      await ctx.queue.send(tx, 'candidates', { batchId })
    }
    return { inserted: fresh.length, known: records.length - fresh.length }
  })
}

function rowOf(id: string, record: SourceRecord) {
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
function byKey(a: { kind: string; outsideId: string }, b: { kind: string; outsideId: string }): number {
  return a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.outsideId < b.outsideId ? -1 : a.outsideId > b.outsideId ? 1 : 0
}
