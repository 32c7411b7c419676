import type { Realm } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { redditApi } from '../accounts/open.ts'
import { lookUpItems, namesMax } from '../api/info.ts'
import { type CommentState, readThread, type ThreadBounds } from '../api/threads.ts'

/** What Reddit shows of a thread at this moment. */
interface ThreadFacts {
  /** Null if Reddit doesn't say. */
  comments: CommentState | null
  /** Milliseconds since 1970; null without comments. */
  lastAnswerAt: number | null
  title: string
  /** The post and its comments. Never stored. */
  texts: string[]
}

/** later: Reddit can't be asked now · unreadable: the community is private, for example · gone: to be forgotten. */
export type ThreadReading =
  | { state: 'read'; facts: ThreadFacts }
  | { state: 'later' | 'unreadable' | 'gone' | 'notConnected' }

/** Nearly all threads have fewer comments. */
const bounds: ThreadBounds = { comments: 500, calls: 0 }

/** Reads a thread of a realm by the ID of its post, in one call that gives way to users. */
export async function readThreadFacts(
  ctx: Ctx,
  { realm, threadId }: { realm: Realm; threadId: string },
): Promise<ThreadReading> {
  const api = ctx.reddit?.realm === realm ? redditApi(ctx) : null
  if (!api) return { state: 'notConnected' }
  const outcome = await readThread(api, threadId, bounds, { purpose: 'recheck' })
  if (outcome.state === 'later' || outcome.state === 'signIn') return { state: 'later' }
  if (outcome.state === 'never') return { state: outcome.because === 'deleted' ? 'gone' : 'unreadable' }
  const { post, comments, state } = outcome.value
  if (!post) return { state: 'gone' }
  const times = comments.flatMap(({ record }) => record.postedAt ?? [])
  return {
    state: 'read',
    facts: {
      comments: state,
      lastAnswerAt: times.length === 0 ? null : Math.max(...times),
      title: post.title,
      texts: [post.title, post.body, ...comments.map(({ record }) => record.body)],
    },
  }
}

/** The most threads in one call. */
export const threadsMost = namesMax

/** Returns which of these threads Reddit no longer shows; null if it can't be asked now. */
export async function goneThreads(
  ctx: Ctx,
  { realm, threadIds }: { realm: Realm; threadIds: readonly string[] },
): Promise<Set<string> | null> {
  const api = ctx.reddit?.realm === realm ? redditApi(ctx) : null
  if (!api) return null
  const names = threadIds.map((id) => `t3_${id}`)
  const outcome = await lookUpItems(api, names)
  if (outcome.state !== 'ok') return null
  const isGone = (id: string) => {
    const item = outcome.value.get(`t3_${id}`)
    return item !== undefined && !('record' in item)
  }
  return new Set(threadIds.filter(isGone))
}
