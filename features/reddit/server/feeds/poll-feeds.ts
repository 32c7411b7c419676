import { waitAfter } from '#engine/reddit/polling.ts'
import { ingest } from '#features/matching/server/index.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { redditApi } from '../accounts/open.ts'
import type { Failure } from '../api/outcome.ts'
import { apiSource, isAboutFeed, rssSource, type Source, wordsOf } from '../sources.ts'
import { type Claim, claimNext, nextPollAt, release } from './claims.ts'
import { pollSeparately, postponeFeeds, recordFeedFailure, recordSourceFailure } from './failures.ts'
import {
  giveUpGaps,
  giveUpOldGaps,
  itemsOfFirstPage,
  nextGaps,
  recordFailedTry,
  recordFirstPage,
  recordGapPage,
} from './progress.ts'
import { sharedTurns } from './turns.ts'
import { deleteUnusedFeeds, updateFeeds } from './update-feeds.ts'

/** The interval at which feeds are compared with all projects. Each round in between covers the changed projects. */
const wholeMs = 10 * 60_000
/** The waits before a closed community is polled again: an hour at first, doubling up to a day. */
const closedMs = { least: 3_600_000, most: 24 * 3_600_000 }
/** The wait after a failure that only an operator can fix. */
const refusedMs = 10 * 60_000

/** Polls feeds in one process. Any number of processes can run, since feeds are leased. */
export interface Poller {
  /** Updates the feeds to the projects' watchlists. */
  syncFeeds(): Promise<void>
  /** Poll due feeds concurrently. Each polls one list after the other until none is due. */
  pollers: readonly (() => Promise<void>)[]
}

export function openPoller(as: Ctx): Poller {
  const ctx = actingAs(as, { kind: 'job', name: 'listen' })
  const sources = sourcesOf(ctx)
  let known: { version: number; wholeAt: number } | null = null
  /** The times until which sources are not called. */
  const rests = new Map<string, number>()

  async function poll(source: Source): Promise<void> {
    while (!ctx.stopping.aborted && (rests.get(source.name) ?? 0) <= ctx.now().getTime()) {
      const claim = await claimNext(ctx, source)
      if (!claim) return
      const restsUntil = await pollClaim(ctx, source, claim)
      if (restsUntil !== null) rests.set(source.name, restsUntil)
    }
  }

  return {
    async syncFeeds() {
      const now = ctx.now().getTime()
      const isWhole = known === null || now - known.wholeAt >= wholeMs
      const version = await updateFeeds(ctx, sources, isWhole ? null : known!.version)
      if (isWhole) await deleteUnusedFeeds(ctx, sources)
      known = { version, wholeAt: isWhole ? now : known!.wholeAt }
    },
    pollers: sources.flatMap((source) => Array.from({ length: source.atOnce }, () => () => poll(source))),
  }
}

/** Returns the configured sources. */
function sourcesOf(ctx: Ctx): Source[] {
  const api = redditApi(ctx)
  const now = () => ctx.now().getTime()
  return [
    ...(api && ctx.reddit ? [apiSource(api, ctx.reddit.realm)] : []),
    ...(ctx.rss ? [rssSource({ ...ctx.rss, turns: sharedTurns(ctx, ctx.rss.url), now })] : []),
  ]
}

/**
 * Polls one list and releases its feeds. Items are ingested before the progress is recorded: if the process dies in
 * between, they arrive twice and none is lost. Returns the time until which to leave the source alone, if any.
 */
async function pollClaim(ctx: Ctx, source: Source, claim: Claim): Promise<number | null> {
  // A source with one call at a time alternates between new posts and gaps, whatever the result.
  const isMissingNext = !claim.wasReadOn && nextGaps(claim, ctx.now()).length > 0
  const isForMissing = claim.isForBeginning || (source.pagesAtOnce === 1 && isMissingNext)
  const first = isForMissing ? null : await pollNewItems(ctx, source, claim)
  const isReadOn = first === null && (isForMissing || source.pagesAtOnce > 1)
  const further = isReadOn ? await fillGaps(ctx, source, claim) : null
  if (first === 'lost' || further === 'lost') return null
  await giveUpOldGaps(ctx, claim)
  if (first !== null) return handleFailure(ctx, source, claim, first)
  const turnAt = further && ownTurnAt(further)
  // Gaps are read on as soon as calls are available. If only gaps were read, the feed stays due for new posts.
  const isAsDue = isForMissing && (claim.isForBeginning || further !== null)
  await release(ctx, claim, isAsDue ? null : new Date(turnAt ?? nextPollAt(ctx, claim, source.callsPerMinute)))
  return further && (turnAt ?? stoppedBy(ctx, source, further))
}

/** Handles a failure while filling a gap: it concerns the source, not the feed. */
async function stoppedBy(ctx: Ctx, source: Source, trouble: Failure): Promise<number | null> {
  const nextAt = tryAgainAt(ctx, 1, trouble)
  await recordSourceFailure(ctx, source, wordsOf(trouble)!, new Date(nextAt))
  return isSharedFailure(trouble) ? nextAt : null
}

/** Returns the time of the next turn if only this installation's rate limit was reached; otherwise null. */
function ownTurnAt(trouble: Failure): number | null {
  return trouble.state === 'later' && wordsOf(trouble) === null ? trouble.at : null
}

type Stop = Failure | 'lost' | null

async function pollNewItems(ctx: Ctx, source: Source, claim: Claim): Promise<Stop> {
  const outcome = await source.read(claim.listed, {}, claim.sourceFailures)
  if (outcome.state !== 'ok') return outcome
  const items = itemsOfFirstPage(ctx, claim, outcome.value)
  await ingest(ctx, source.name, items.fresh, { seenAgain: outcome.value.records })
  const isReadBack = source.pagesAtOnce > 1
  return (await recordFirstPage(ctx, claim, outcome.value, items, { isReadBack })) ? null : 'lost'
}

/** Fills gaps page by page, up to the source's limit. Of posts from before polling began, reads only one page. */
async function fillGaps(ctx: Ctx, source: Source, claim: Claim): Promise<Stop> {
  const most = claim.isForBeginning ? 1 : source.pagesAtOnce
  for (let pages = 0; pages < most && !ctx.stopping.aborted; pages++) {
    const missing = nextGaps(claim, ctx.now())
    const [first] = missing
    if (!first) return null
    const outcome = await source.read({ ...claim.listed, names: first.listing }, { after: first.after }, first.failures)
    if (outcome.state === 'never' && isAboutFeed(outcome)) {
      return (await giveUpGaps(ctx, claim, missing, wordsOf(outcome)!)) ? null : 'lost'
    }
    if (outcome.state !== 'ok') {
      const isTried = wordsOf(outcome) !== null
      return !isTried || (await recordFailedTry(ctx, claim, missing)) ? outcome : 'lost'
    }
    await ingest(ctx, source.name, outcome.value.records)
    if (!(await recordGapPage(ctx, claim, missing, outcome.value))) return 'lost'
  }
  return null
}

/** Records the error where it is shown and the time of the next try. Other feeds are polled as before. */
async function handleFailure(ctx: Ctx, source: Source, claim: Claim, trouble: Failure): Promise<number | null> {
  const words = wordsOf(trouble)
  if (words === null) {
    // The feeds stay due, in the order in which they waited.
    await release(ctx, claim, null)
    return ownTurnAt(trouble)
  }
  if (isAboutFeed(trouble)) {
    await closed(ctx, source, claim, words)
    return null
  }
  const nextAt = tryAgainAt(ctx, claim.sourceFailures + 1, trouble)
  await recordSourceFailure(ctx, source, words, new Date(nextAt))
  await postponeFeeds(ctx, claim, words, new Date(nextAt))
  if (!isSharedFailure(trouble)) return null
  return trouble.state === 'later' ? trouble.at : nextAt
}

/** Returns whether every other list would fail in the same way. */
function isSharedFailure(trouble: Failure): boolean {
  return trouble.state !== 'later' || trouble.because === 'limited' || trouble.because === 'page'
}

/** Handles a feed that can't be read although the source responded. In a shared list, it may be any of them. */
async function closed(ctx: Ctx, source: Source, claim: Claim, words: string): Promise<void> {
  await ingest(ctx, source.name, [])
  if (claim.feeds.length > 1) return pollSeparately(ctx, claim)
  const wait = Math.min(closedMs.least * 2 ** Math.min(claim.failures, 10), closedMs.most)
  await recordFeedFailure(ctx, claim, words, new Date(ctx.now().getTime() + wait))
}

/** Returns when to retry a list after its nth failure in a row: with backoff, and not before Reddit allows it. */
function tryAgainAt(ctx: Ctx, failures: number, trouble: Failure): number {
  const now = ctx.now().getTime()
  if (trouble.state === 'never') return now + refusedMs
  const growingAt = now + waitAfter(failures)
  return trouble.state === 'later' ? Math.max(trouble.at, growingAt) : growingAt
}
