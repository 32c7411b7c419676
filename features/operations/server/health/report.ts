import { hasRight } from '#engine/rules/access.ts'
import { sourceState } from '#engine/source-state.ts'
import { matchedSources, type Realm, realmOf, type Seeing, sources } from '#engine/sources.ts'
import { endings } from '#features/reddit/server/index.ts'
import type { FeedFacts, FeedHealth, SourceHealth } from '#platform/contract/source-health.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { JobName } from '#platform/server/jobs/queue.ts'
import type { HealthReport, JobKind } from '../../contract.ts'
import type { Figures, QueueFigures, Tally } from './figures.ts'

/** The lag in seconds at which the pipeline is behind; a few seconds are normal. */
const behindSeconds = 60

/** Ensures that the queue's kinds of jobs match the contract's. */
const kinds = {
  import: true,
  candidates: true,
  overflow: true,
  backfill: true,
  purge: true,
  erase: true,
  export: true,
  reorder: true,
  answers: true,
  projectImport: true,
  scoreLead: true,
  leadRun: true,
  dueRuns: true,
  quota: true,
  reconcile: true,
  alerts: true,
  deliveries: true,
  alertEvents: true,
  personalAlerts: true,
  stageAlerts: true,
  reports: true,
  embed: true,
  needs: true,
  judge: true,
  seo: true,
  communities: true,
  mail: true,
  windows: true,
  release: true,
  recheck: true,
  replyChecks: true,
  hackerNews: true,
  inboxes: true,
  messages: true,
  campaigns: true,
  mailOutbox: true,
  mailboxes: true,
  forget: true,
  insights: true,
  upkeep: true,
} as const satisfies Record<JobName, true> & Record<JobKind, true>

interface Own extends Seeing, Pick<HealthReport, 'failures'> {
  role: Parameters<typeof hasRight>[0]
  feeds: readonly FeedFacts[]
  /** Whether the reader runs the server and so sees its jobs. */
  isOperator: boolean
}

/** Returns a member's report on the server's health. */
export function healthReport({ now }: Pick<Ctx, 'now'>, figures: Figures, own: Own): HealthReport {
  const tallies = figures.tallies.filter(({ source }) => isIn(own.realm, source))
  const sources = figures.sources
    .filter(({ source }) => isVisible(own, source))
    .map((row) => sourceReport(row, figures, now().getTime()))
  const { batches, items, oldestSeconds: lagSeconds } = figures.backlog
  const jobs = (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => jobReport(kind, figures.queues))
  const idle = jobs.every(({ running }) => running === 0) && jobs.some((job) => job.waitingSeconds > behindSeconds)
  const failing = own.failures.length > 0 || sources.some((source) => source.state === 'failing') || idle
  const behind = lagSeconds > behindSeconds || sources.some((source) => source.state !== 'well')
  return {
    state: failing ? 'failing' : behind ? 'behind' : 'well',
    sources,
    feeds: feedReports(own),
    pipeline: {
      batches,
      items,
      lagSeconds,
      itemsPerMinute: rateOf(tallies, 'matched'),
      leadsPerMinute: rateOf(tallies, 'leads'),
    },
    jobs: own.isOperator ? jobs : [],
    failures: own.failures,
    mayRetry: hasRight(own.role, 'retryJobs'),
  }
}

/** Returns whether a source belongs to the realm. Names other than sources count for both. */
function isIn(realm: Realm, source: string): boolean {
  const known = sources.find((each) => each === (source === '' ? 'archive' : source))
  return known === undefined || realmOf(known) === realm
}

/** Projects in the sandbox also see their real sources, because no real post arrives while those fail. */
function isVisible(own: Seeing, source: string): boolean {
  return isIn(own.realm, source) || (source !== 'archive' && matchedSources(own).some((each) => each === source))
}

/**
 * A project in the sandbox has communities of both realms. One that exists only in the other realm is no error. With
 * real data, a community that Reddit doesn't have is an error.
 */
function feedReports(own: Own): FeedHealth[] {
  const visibleFeeds = own.feeds.filter(({ source }) => isVisible(own, source))
  const inSandbox = new Set(
    visibleFeeds.filter((feed) => feed.source === 'sandbox' && feed.lastSuccessAt !== null).map(({ name }) => name),
  )
  return visibleFeeds.map((feed) => {
    const isMissing = own.realm === 'sandbox' && feed.kind === 'community' && feed.error === endings.missing
    const isOfOtherRealm = isMissing && (feed.source === 'sandbox' || inSandbox.has(feed.name))
    return { ...feed, isOfOtherRealm, error: isOfOtherRealm ? null : feed.error }
  })
}

function sourceReport(row: Figures['sources'][number], { polling, tallies }: Figures, now: number): SourceHealth {
  const { source, lastSuccessAt, newestPostedAt, error, nextTryAt } = row
  const { lagSeconds, feeds, gaps } = polling.find((each) => each.source === source) ?? silent
  return {
    source,
    state: sourceState(row, now),
    itemsPerMinute: rateOf(
      tallies.filter((tally) => tally.source === source),
      'arrived',
    ),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    newestPostedAt: newestPostedAt?.toISOString() ?? null,
    lagSeconds,
    feeds,
    gaps,
    error,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }
}

/** A source without feeds. */
const silent = { lagSeconds: null, feeds: { polled: 0, failing: 0 }, gaps: { open: 0, lost: 0 } }

function jobReport(kind: JobKind, queues: readonly QueueFigures[]): HealthReport['jobs'][number] {
  const own = queues.filter((queue) => queue.name === kind)
  const count = (...states: QueueFigures['state'][]) =>
    own.filter(({ state }) => states.includes(state)).reduce((sum, queue) => sum + queue.count, 0)
  return {
    kind,
    running: count('active'),
    waiting: count('queued', 'retry'),
    waitingSeconds: Math.max(0, ...own.map(({ readySeconds }) => readySeconds)),
  }
}

function rateOf(tallies: readonly Tally[], name: Tally['name']): number {
  return tallies.filter((tally) => tally.name === name).reduce((sum, { perMinute }) => sum + perMinute, 0)
}
