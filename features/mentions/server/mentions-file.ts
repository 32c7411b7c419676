import { inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { communityOf } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Reading } from '#platform/server/database/rows/find.ts'
import { registerCsvFile } from '#platform/server/http/csv-file.ts'
import { type Mention, mentionsEndpoints, mentionsResource } from '../contract.ts'
import { type MentionRow, mentions } from './mentions.ts'

/** Registers `GET /api/mentions.csv`: the list of mentions as a file. */
export function registerMentionsFile(app: FastifyInstance, ctx: Ctx): void {
  registerCsvFile(app, ctx, {
    path: '/api/mentions.csv',
    fileName: 'mentions.csv',
    endpoint: mentionsEndpoints.mentionsFind,
    resource: mentionsResource,
    readingOf: () => mentionsWithPosts,
    columns,
  })
}

type PostRow = Pick<typeof post.$inferSelect, 'title' | 'permalink' | 'score' | 'numComments'>

/** A mention with what its post says about itself. */
export interface MentionWithPost extends Omit<Mention, 'post'>, Record<string, unknown> {
  post: PostRow | undefined
}

export const mentionsWithPosts: Reading<MentionRow, MentionWithPost> = {
  ...mentions,
  present: async (tx, rows, query) => {
    const posts = await postsOf(tx, rows)
    return (await mentions.present(tx, rows, query)).map((sent, index) => ({
      ...sent,
      post: posts.get(rows[index]!.postId),
    }))
  },
}

async function postsOf(tx: Transaction, rows: readonly MentionRow[]): Promise<Map<string, PostRow>> {
  const { id, title, permalink, score, numComments } = post
  const found = await tx
    .select({ id, title, permalink, score, numComments })
    .from(post)
    .where(
      inArray(
        id,
        rows.map(({ postId }) => postId),
      ),
    )
  return new Map(found.map((each) => [each.id, each]))
}

/** The columns of the file, each with its cell of a mention. */
const columns: Record<string, (mention: MentionWithPost) => string> = {
  kind: ({ kind }) => kind,
  name: ({ phrase }) => phrase,
  otherNames: ({ named, phrase }) =>
    named
      .map((name) => name.phrase)
      .filter((name) => name !== phrase)
      .join('; '),
  sentiment: ({ sentiment }) => sentiment ?? '',
  sentence: ({ sentence }) => sentence,
  community: ({ subreddit }) => communityOf(subreddit),
  author: ({ author }) => author ?? '',
  postedAt: ({ postedAt }) => postedAt ?? '',
  votes: ({ post }) => String(post?.score ?? ''),
  comments: ({ post }) => String(post?.numComments ?? ''),
  handledAt: ({ handledAt }) => handledAt ?? '',
  title: ({ post }) => post?.title ?? '',
  link: ({ post }) => (post ? postUrl(post.permalink) : ''),
}
