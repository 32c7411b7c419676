import { and, eq, sql } from 'drizzle-orm'
import type { Realm } from '#engine/sources.ts'
import { post } from '#features/posts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { AuthorFacts, Thread, ThreadComment } from '../../contract.ts'
import { redditApi } from '../accounts/open.ts'
import type { Outcome } from '../api/outcome.ts'
import { type RedditUser, readUser } from '../api/people.ts'
import { readThread, type ThreadBounds } from '../api/threads.ts'
import { waitingWordsOf } from '../sources.ts'

/** How often per hour a user may read threads; each takes up to three of the app's calls. */
const attempts = 240
/** Enough to see what was answered; the rest is a click away on Reddit. */
const bounds: ThreadBounds = { comments: 200, calls: 1 }

/**
 * Reads the comments of a post's thread and the public facts about its author from Reddit. If Reddit can't be asked,
 * the answer says why. Throws NotFoundError for posts that the project doesn't see, and RateLimitError.
 */
export async function readPostThread(ctx: Ctx, { id, postId }: { id: string; postId: string }): Promise<Thread> {
  const { actor, reddit } = ctx
  roleIn(ctx, id)
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const asked = await askedPost(ctx, id, postId)
  const api = redditApi(ctx)
  if (!api || reddit?.realm !== asked.realm) return unread(ctx, "This server isn't connected to Reddit's API")
  if (asked.threadId === null) return unread(ctx, "This post didn't come from Reddit")
  await spend(ctx, [{ key: `threads of ${actor.userId}`, attempts, minutes: 60 }])
  const [thread, user] = await Promise.all([
    readThread(api, asked.threadId, bounds),
    asked.author === null ? null : readUser(api, asked.author),
  ])
  const author = user && factsOf(user)
  if (thread.state !== 'ok') {
    return { ...unread(ctx, waitingWordsOf(thread)), author }
  }
  const { comments, left, post: poster } = thread.value
  const known = new Set(comments.map(({ record }) => record.id))
  const shown = comments.map(({ record, parent }): ThreadComment => {
    const above = parent.replace(/^t\d_/, '')
    return {
      id: record.id,
      parentId: known.has(above) ? above : null,
      author: record.author,
      body: record.body,
      score: record.score,
      postedAt: record.postedAt === null ? null : new Date(record.postedAt).toISOString(),
      permalink: record.permalink,
      isByPoster: record.author !== null && record.author === (poster?.author ?? null),
      isAsked: record.id === asked.commentId,
    }
  })
  return { comments: shown, left, author, readAt: ctx.now().toISOString(), trouble: null }
}

/**
 * Returns the comments of a post's thread as texts: the ones that a comment answers, then the others, best first, and
 * never the post itself. Empty if Reddit can't be asked. Throws NotFoundError for posts that the project doesn't see.
 */
export async function readThreadTexts(ctx: Ctx, { id, postId }: { id: string; postId: string }): Promise<string[]> {
  const asked = await askedPost(ctx, id, postId)
  const api = redditApi(ctx)
  if (!api || ctx.reddit?.realm !== asked.realm || asked.threadId === null) return []
  const thread = await readThread(api, asked.threadId, bounds)
  if (thread.state !== 'ok') return []
  const { comments } = thread.value
  const byId = new Map(comments.map((comment) => [comment.record.id, comment]))
  const above: string[] = []
  for (let key = asked.commentId; key !== null && !above.includes(key); ) {
    const parent = byId.get(key)?.parent.replace(/^t\d_/, '')
    if (key !== asked.commentId) above.unshift(key)
    key = parent !== undefined && byId.has(parent) ? parent : null
  }
  const others = [...byId.keys()].filter((key) => key !== asked.commentId && !above.includes(key))
  return [...above, ...others].map((key) => byId.get(key)!.record.body).filter((body) => body.trim() !== '')
}

interface AskedPost {
  realm: Realm
  author: string | null
  /** Null for posts that aren't from Reddit. */
  threadId: string | null
  /** Null for a post. */
  commentId: string | null
}

/** Returns what identifies a post on Reddit. Throws NotFoundError unless the project may see it. */
async function askedPost(ctx: Ctx, projectId: string, postId: string): Promise<AskedPost> {
  const isOfRealm = sql`${post.realm} = (select p.realm from project p where p.id = ${projectId})`
  const [row] = await transaction(
    ctx,
    (tx) =>
      tx
        .select()
        .from(post)
        .where(and(eq(post.id, postId), isOfRealm)),
    { onlyProject: projectId },
  )
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  const { realm, author, kind, outsideName, permalink } = row
  if (outsideName !== null) return { realm, author, threadId: null, commentId: null }
  const outsideId = outsideIdText(row)
  if (kind === 'post') return { realm, author, threadId: outsideId, commentId: null }
  return { realm, author, threadId: /\/comments\/(\w+)/.exec(permalink)?.[1] ?? null, commentId: outsideId }
}

function unread(ctx: Ctx, trouble: string): Thread {
  return { comments: [], left: 0, author: null, readAt: ctx.now().toISOString(), trouble }
}

function factsOf(user: Outcome<RedditUser>): AuthorFacts | null {
  if (user.state !== 'ok') return null
  const { name, createdAt, linkKarma, commentKarma, isSuspended } = user.value
  return {
    name,
    joinedAt: createdAt === null ? null : new Date(createdAt).toISOString(),
    karma: linkKarma === null || commentKarma === null ? null : linkKarma + commentKarma,
    isSuspended,
  }
}
