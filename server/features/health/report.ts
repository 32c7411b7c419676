import type { HealthReport, JobKind, SourceHealth } from '@earshot/contract/entities'
import { may } from '@earshot/engine/access'
import type { Ctx } from '../../ctx.ts'
import type { JobName } from '../../queue.ts'
import type { Figures, QueueFigures, Tally } from './figures.ts'

/** From this lag on the pipeline is behind, in seconds; usual is a few. */
const behindSeconds = 60
/** A source that has brought nothing for so long, though it tries, needs a person. */
const lostMs = 15 * 60_000

/** The jobs as they are known to the queue are those of the contract. */
const kinds = {
  import: true,
  candidates: true,
  postponed: true,
  scan: true,
  purge: true,
  erase: true,
  export: true,
  learn: true,
  weigh: true,
  embed: true,
  mail: true,
  freshness: true,
  upkeep: true,
} as const satisfies Record<JobName, true> & Record<JobKind, true>

/** What a member is told of how the program is doing. */
export function healthReport(
  { now }: Pick<Ctx, 'now'>,
  figures: Figures,
  own: Pick<HealthReport, 'failures'> & { role: Parameters<typeof may>[0] },
): HealthReport {
  const sources = figures.sources.map((row) => sourceReport(row, figures.tallies))
  const { batches, items, oldestSeconds: lagSeconds } = figures.backlog
  const jobs = (Object.keys(kinds) as JobKind[]).map((kind) => jobReport(kind, figures.queues))
  const idle = jobs.every(({ running }) => running === 0) && jobs.some((job) => job.waitingSeconds > behindSeconds)
  const lost = figures.sources.some(
    (source) => source.error !== null && now().getTime() - failingSince(source) > lostMs,
  )
  const failing = own.failures.length > 0 || lost || idle
  const behind = lagSeconds > behindSeconds || sources.some(({ error }) => error !== null)
  return {
    state: failing ? 'failing' : behind ? 'behind' : 'well',
    sources,
    pipeline: {
      batches,
      items,
      lagSeconds,
      itemsPerMinute: rateOf(figures.tallies, 'matched'),
      leadsPerMinute: rateOf(figures.tallies, 'leads'),
    },
    jobs,
    failures: own.failures,
    mayRetry: may(own.role, 'retryJobs'),
  }
}

/** What is asked only now and then may be well long after its last success. */
function failingSince({ lastSuccessAt, failedAt }: Figures['sources'][number]): number {
  return Math.max(lastSuccessAt?.getTime() ?? 0, failedAt?.getTime() ?? 0)
}

function sourceReport(row: Figures['sources'][number], tallies: readonly Tally[]): SourceHealth {
  const { source, lastSuccessAt, newestPostedAt, error, nextTryAt } = row
  return {
    source,
    itemsPerMinute: rateOf(
      tallies.filter((tally) => tally.source === source),
      'arrived',
    ),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    newestPostedAt: newestPostedAt?.toISOString() ?? null,
    error,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }
}

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
