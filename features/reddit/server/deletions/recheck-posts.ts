import { absentRecheckMs } from '#engine/reddit/rechecks.ts'
import type { Realm } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { redditApi } from '../accounts/open.ts'
import type { RedditApi } from '../api/api.ts'
import { type ItemInfo, lookUpItems, namesMax } from '../api/info.ts'
import type { Failure } from '../api/outcome.ts'
import {
  endChecks,
  type Leased,
  leaseDue,
  recordAbsent,
  recordPresent,
  releaseChecks,
  skipChecks,
  spreadChecks,
} from './checks.ts'
import { forgetPost } from './forget-post.ts'
import { recheckReceived } from './recheck-received.ts'
import { reduceRssPosts } from './reduce-rss-posts.ts'
import type { Ending } from './tombstones.ts'

/** A run starts every minute and ends before the next one. */
const runMs = 50_000
const minuteMs = 60_000
/** If Reddit omits all of more posts than this, Reddit is failing. */
const absentTogetherMost = 3

/**
 * Checks whether stored posts and received comments are still on Reddit, as far as the governor allows, and forgets deleted ones (DESIGN 4).
 * Reduces RSS posts that can't be checked.
 */
export async function recheckPosts(ctx: Ctx): Promise<void> {
  const api = redditApi(ctx)
  if (api && ctx.reddit) {
    await recheckReceived(ctx, api, ctx.reddit.realm)
    await recheckBy(ctx, api, ctx.reddit.realm)
  }
  await reduceRssPosts(ctx)
}

async function recheckBy(ctx: Ctx, api: RedditApi, realm: Realm): Promise<void> {
  const begun = ctx.now().getTime()
  // Each run starts with another turn, since there may be time for only one.
  for (let turn = Math.floor(begun / minuteMs); ctx.now().getTime() - begun < runMs; turn++) {
    if (ctx.stopping.aborted) return
    const leased = await transaction(ctx, (tx) => leaseDue(ctx, tx, { realm, turn, most: namesMax }))
    if (leased.length === 0 || !(await recheck(ctx, api, leased))) return
  }
}

/** Checks posts and handles the results. Returns whether to check more now. */
async function recheck(ctx: Ctx, api: RedditApi, leased: readonly Leased[]): Promise<boolean> {
  const outcome = await lookUpItems(api, [...new Set(leased.map(nameOf))])
  if (outcome.state !== 'ok') {
    await postpone(ctx, outcome, leased)
    return false
  }
  if (isImplausible(leased, outcome.value)) {
    await transaction(ctx, (tx) => spreadChecks(ctx, tx, leased))
    ctx.log.warn({ posts: leased.length }, 'Reddit returned none of the requested posts. Retrying later')
    return false
  }
  const now = ctx.now().getTime()
  const found = Map.groupBy(leased, (post) => fateOf(post, outcome.value.get(nameOf(post)), now))
  await transaction(ctx, async (tx) => {
    await recordPresent(ctx, tx, found.get('there') ?? [])
    await recordAbsent(ctx, tx, found.get('missed') ?? [])
    await endChecks(tx, found.get('unknown') ?? [])
  })
  // Each post is forgotten in a separate transaction. If the process dies, the rest is due again soon. An error doesn't
  // affect the other posts; the last error is thrown at the end.
  let fault: { error: unknown } | null = null
  for (const [fate, posts] of found) {
    if (fate === 'there' || fate === 'unknown' || fate === 'unread' || fate === 'missed') continue
    for (const post of posts) {
      await forgetPost(ctx, post, fate).catch((error: unknown) => {
        ctx.log.error({ postId: post.id, ...faultOf(error) }, 'deleted post not erased')
        fault = { error }
      })
    }
  }
  if (fault) throw (fault as { error: unknown }).error
  return true
}

/** Returns whether a response omits so many posts seen on Reddit that it must be an error. */
function isImplausible(leased: readonly Leased[], known: ReadonlyMap<string, ItemInfo>): boolean {
  const shown = new Set(leased.filter(({ checkedAt }) => checkedAt !== null).map(nameOf))
  if (shown.size <= absentTogetherMost || known.size === 0) return false
  return [...known.values()].every(({ standing }) => standing === 'absent')
}

type Fate = Ending | 'there' | 'missed' | 'unknown' | 'unread'

/**
 * Decides what to do with a post by its standing on Reddit. A deleted account's post is forgotten unless it arrived
 * without a name. An omitted post is checked once more before it counts as gone. A post known only from an archive may
 * never have existed on Reddit.
 */
function fateOf({ isNamed, checkedAt, absentAt }: Leased, known: ItemInfo | undefined, now: number): Fate {
  if (!known) return 'unread'
  const { standing } = known
  if (standing === 'authorless') return isNamed ? 'authorless' : 'there'
  if (standing !== 'absent') return standing
  if (absentAt === null || now - absentAt.getTime() < absentRecheckMs) return 'missed'
  return checkedAt === null ? 'unknown' : 'absent'
}

/** Postpones posts whose request Reddit rejects, so that others get their turn. Otherwise all posts stay due. */
async function postpone(ctx: Ctx, trouble: Failure, leased: readonly Leased[]): Promise<void> {
  const isAboutThese = trouble.state === 'never' && trouble.because === 'misasked'
  await transaction(ctx, (tx) => (isAboutThese ? skipChecks(ctx, tx, leased) : releaseChecks(tx, leased)))
  if (trouble.state !== 'later') ctx.log.warn({ because: trouble.because }, 'checking posts for deletion failed')
}

function nameOf({ kind, outsideId, outsideName }: Leased): string {
  return `${kind === 'post' ? 't3' : 't1'}_${outsideIdText({ outsideId: BigInt(outsideId), outsideName })}`
}
