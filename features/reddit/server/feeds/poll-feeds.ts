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

/** How often the feeds are compared with all projects; each round sees changed projects. */
const wholeMs = 10 * 60_000
/** A closed community is looked at again after an hour, then ever more seldom, and once a day. */
const closedMs = { least: 3_600_000, most: 24 * 3_600_000 }
/** What only an operator can mend is tried again so often. */
const refusedMs = 10 * 60_000

/** Polls feeds in one process. Any number of processes may, since feeds are leased. */
export interface Poller {
  /** Updates the feeds to the projects' watchlists. */
  syncFeeds(): Promise<void>
  /** Each polls due feeds, one list after the other, until none is due. They run concurrently. */
  pollers: readonly (() => Promise<void>)[]
}

export function openPoller(as: Ctx): Poller {
  const ctx = actingAs(as, { kind: 'job', name: 'listen' })
  const sources = sourcesOf(ctx)
  let known: { version: number; wholeAt: number } | null = null
  /** Until when a source is not asked. */
  const rests = new Map<string, number>()

  async function poll(source: Source): Promise<void> {
    while (!ctx.stopping.aborted && (rests.get(source.name) ?? 0) <= ctx.now().getTime()) {
      const claim = await claimNext(ctx, source)
      if (!claim) return
      const restsUntil = await askFor(ctx, source, claim)
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

/** Those that are configured. */
function sourcesOf(ctx: Ctx): Source[] {
  const api = redditApi(ctx)
  const now = () => ctx.now().getTime()
  return [
    ...(api && ctx.reddit ? [apiSource(api, ctx.reddit.realm)] : []),
    ...(ctx.rss ? [rssSource({ ...ctx.rss, turns: sharedTurns(ctx, ctx.rss.url), now })] : []),
  ]
}

/**
 * Asks for one list and gives its feeds back. Whatever is delivered is delivered before it is noted: a process that dies
 * in between has it delivered twice, and nothing lost. Answers until when the source is to be left alone, if at all.
 */
async function askFor(ctx: Ctx, source: Source, claim: Claim): Promise<number | null> {
  // Where there is one call at a time, one for what is new and one for what is missing take turns, whatever comes of it.
  const isMissingNext = !claim.wasReadOn && nextGaps(claim, ctx.now()).length > 0
  const isForMissing = claim.isForBeginning || (source.pagesAtOnce === 1 && isMissingNext)
  const first = isForMissing ? null : await askForNew(ctx, source, claim)
  const isReadOn = first === null && (isForMissing || source.pagesAtOnce > 1)
  const further = isReadOn ? await catchUp(ctx, source, claim) : null
  if (first === 'lost' || further === 'lost') return null
  await giveUpOldGaps(ctx, claim)
  if (first !== null) return troubled(ctx, source, claim, first)
  const turnAt = further && ownTurnAt(further)
  // What is missing is read on as soon as there are calls again; who read nothing else leaves what is new as due as it was.
  const isAsDue = isForMissing && (claim.isForBeginning || further !== null)
  await release(ctx, claim, isAsDue ? null : new Date(turnAt ?? nextPollAt(ctx, claim, source.callsPerMinute)))
  return further && (turnAt ?? stoppedBy(ctx, source, further))
}

/** Reading back is no matter of the feed: only of its source there is something to tell. */
async function stoppedBy(ctx: Ctx, source: Source, trouble: Failure): Promise<number | null> {
  const nextAt = tryAgainAt(ctx, 1, trouble)
  await recordSourceFailure(ctx, source, wordsOf(trouble)!, new Date(nextAt))
  return isSharedFailure(trouble) ? nextAt : null
}

/** When it goes on where nothing is wrong but that this installation has used its calls; null where something is. */
function ownTurnAt(trouble: Failure): number | null {
  return trouble.state === 'later' && wordsOf(trouble) === null ? trouble.at : null
}

type Stop = Failure | 'lost' | null

async function askForNew(ctx: Ctx, source: Source, claim: Claim): Promise<Stop> {
  const outcome = await source.read(claim.listed, {}, claim.sourceFailures)
  if (outcome.state !== 'ok') return outcome
  const brought = itemsOfFirstPage(ctx, claim, outcome.value)
  await ingest(ctx, source.name, brought.fresh, { seenAgain: outcome.value.records })
  const isReadBack = source.pagesAtOnce > 1
  return (await recordFirstPage(ctx, claim, outcome.value, brought, { isReadBack })) ? null : 'lost'
}

/** Reads on where something is missing, as far as one claim may: of what was there before polling began, one page. */
async function catchUp(ctx: Ctx, source: Source, claim: Claim): Promise<Stop> {
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

/** Says what is wrong where people look, and when it is tried again; the feeds of others are asked for as before. */
async function troubled(ctx: Ctx, source: Source, claim: Claim, trouble: Failure): Promise<number | null> {
  const words = wordsOf(trouble)
  if (words === null) {
    // Not before, and in the order in which they waited.
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

/** Whether any other list would come to the same. */
function isSharedFailure(trouble: Failure): boolean {
  return trouble.state !== 'later' || trouble.because === 'limited' || trouble.because === 'page'
}

/** The source has answered, and a feed cannot be read: of several nobody said which. */
async function closed(ctx: Ctx, source: Source, claim: Claim, words: string): Promise<void> {
  await ingest(ctx, source.name, [])
  if (claim.feeds.length > 1) return pollSeparately(ctx, claim)
  const wait = Math.min(closedMs.least * 2 ** Math.min(claim.failures, 10), closedMs.most)
  await recordFeedFailure(ctx, claim, words, new Date(ctx.now().getTime() + wait))
}

/** Of a list with which it was the so many'th failure in a row. Not before Reddit says so, and ever more seldom. */
function tryAgainAt(ctx: Ctx, failures: number, trouble: Failure): number {
  const now = ctx.now().getTime()
  if (trouble.state === 'never') return now + refusedMs
  const growingAt = now + waitAfter(failures)
  return trouble.state === 'later' ? Math.max(trouble.at, growingAt) : growingAt
}
