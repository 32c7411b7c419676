import type { Post } from '@earshot/contract/entities'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from './ctx.ts'
import { ownProjects, type Reading } from './db/find.ts'
import { rowHead } from './db/row-head.ts'
import { opportunity, post } from './db/schema.ts'
import { mention } from './db/work-tables.ts'
import { outsideIdText } from './sources/outside-id.ts'

type PostRow = typeof post.$inferSelect

/** Posts that are leads or mentions of the actor's projects: the others are nobody's to read by their id. */
export const posts: Reading<PostRow, Post> = {
  table: post,
  columns: { id: post.id },
  project: (
    ctx,
  ) => sql`(exists (select from ${opportunity} where ${opportunity.postId} = ${post.id} and ${own(ctx, opportunity)})
    or exists (select from ${mention} where ${mention.postId} = ${post.id} and ${own(ctx, mention)}))`,
  cursor: false,
  rows: (tx, { where, orderBy, limit, offset }) =>
    tx
      .select()
      .from(post)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  present: async (_tx, rows) => rows.map(presentPost),
}

export function presentPost(row: PostRow): Post {
  const { kind, subreddit, author, title, body, bodyTruncated, url, permalink, flair, score, numComments } = row
  return {
    ...rowHead(row),
    outsideId: outsideIdText(row),
    kind,
    subreddit,
    author,
    title,
    body,
    bodyTruncated,
    url,
    permalink,
    flair,
    score,
    numComments,
    postedAt: row.postedAt?.toISOString() ?? null,
  }
}

function own(ctx: Ctx, { projectId }: Pick<typeof mention, 'projectId'> | Pick<typeof opportunity, 'projectId'>): SQL {
  return ownProjects(ctx, projectId) ?? sql`true`
}
