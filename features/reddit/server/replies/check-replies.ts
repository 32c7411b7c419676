import type { Realm } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { redditApi } from '../accounts/open.ts'
import { refreshStandingsSoon } from '../accounts/standing.ts'
import type { RedditApi } from '../api/api.ts'
import { type CommentLook, lookAtComments } from '../api/comments.ts'
import { namesMax } from '../api/info.ts'
import type { Failure } from '../api/outcome.ts'
import { wordsOf } from '../sources.ts'
import { type DueCheck, giveUpLate, leaseDueChecks, recordLook, repeatLater, waitForMissing } from './check-rows.ts'

/**
 * Asks Reddit what it shows of replies whose checks are due (docs/decisions/0114). Any number of workers can run at
 * once; the checks of a dead one are due again in a few minutes.
 */
export async function checkReplies(ctx: Ctx): Promise<void> {
  await transaction(ctx, (tx) => giveUpLate(ctx, tx))
  const api = redditApi(ctx)
  if (!api || !ctx.reddit) return
  while (!ctx.stopping.aborted && (await checkSome(ctx, api, ctx.reddit.realm)));
}

/** Checks as many replies as one call covers. Returns whether more may be due. */
async function checkSome(ctx: Ctx, api: RedditApi, realm: Realm): Promise<boolean> {
  const due = await transaction(ctx, (tx) => leaseDueChecks(ctx, tx, realm, namesMax))
  if (due.length === 0) return false
  const ids = [...new Set(due.map(({ commentId }) => commentId))]
  const failures = Math.max(...due.map((check) => check.failures))
  const outcome = await lookAtComments(api, ids, { purpose: 'action', failures })
  if (outcome.state !== 'ok') {
    await postpone(ctx, outcome, due)
    return false
  }
  for (const check of due) await settle(ctx, realm, check, outcome.value.get(check.commentId))
  return due.length === namesMax
}

/** Stores what Reddit said about one reply. Each in its own transaction, so that a crash loses none of the others. */
async function settle(ctx: Ctx, realm: Realm, check: DueCheck, look: CommentLook | undefined): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!look) return repeatLater(ctx, tx, check, 'Reddit sent an unexpected response')
    // A new comment may not be everywhere at Reddit yet.
    if (look.state === 'missing' && check.missedAt === null) return waitForMissing(ctx, tx, check)
    const isNew = await recordLook(ctx, tx, check, look)
    // The next reply is then checked against posts and comments that include this one.
    if (isNew && check.step === 'tenMinutes') await refreshStandingsSoon(ctx, tx, check.projectId, realm)
  })
}

async function postpone(ctx: Ctx, trouble: Failure, due: readonly DueCheck[]): Promise<void> {
  const words = wordsOf(trouble)
  await transaction(ctx, async (tx) => {
    for (const check of due) await repeatLater(ctx, tx, check, words)
  })
}
