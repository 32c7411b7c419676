import { describe, expect, test } from 'vitest'
import type { Realm, Source } from '#engine/sources.ts'
import { endings } from '#features/reddit/server/api/outcome.ts'
import type { FeedFacts } from '#platform/contract/source-health.ts'
import type { Figures } from './figures.ts'
import { healthReport } from './report.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const source = {
  source: 'reddit-rss',
  lastSuccessAt: minutesAgo(0),
  newestPostedAt: minutesAgo(1),
  error: null,
  failedAt: null,
  nextTryAt: null,
  position: null,
  leasedUntil: null,
  updatedAt: now,
}

const quiet: Figures = {
  sources: [source],
  polling: [
    {
      source: 'reddit-rss',
      lagSeconds: 12,
      feeds: { polled: 3, failing: 1 },
      gaps: { open: 1, lost: 2 },
    },
  ],
  tallies: [
    { name: 'arrived', source: 'reddit-rss', total: 9000, perMinute: 1240 },
    { name: 'arrived', source: 'import', total: 43_714, perMinute: 60 },
    { name: 'matched', source: 'reddit-rss', total: 9000, perMinute: 1200 },
    { name: 'matched', source: 'import', total: 43_714, perMinute: 50 },
    { name: 'leads', source: '', total: 12, perMinute: 0.4 },
  ],
  backlog: { batches: 1, items: 40, oldestSeconds: 3 },
  queues: [
    { name: 'candidates', state: 'active', count: 2, readySeconds: 0 },
    { name: 'candidates', state: 'queued', count: 5, readySeconds: 3 },
    { name: 'candidates', state: 'retry', count: 1, readySeconds: 1 },
  ],
}

const real = { realm: 'real', sources: ['reddit-rss', 'sandbox'] } as const

const failure = {
  kind: 'backfill' as const,
  reason: 'The disk is full',
  count: 3,
  tries: 6,
  firstAt: now.toISOString(),
  lastAt: now.toISOString(),
}

function report(
  figures: Partial<Figures> = {},
  failures = [] as (typeof failure)[],
  role = 'member' as 'owner' | 'member',
  isOperator = true,
) {
  return healthReport({ now: () => now }, { ...quiet, ...figures }, { failures, feeds: [], role, isOperator, ...real })
}

test('a quiet day', () => {
  const { state, sources, pipeline, jobs } = report()
  expect(state).toBe('well')
  expect(sources).toEqual([
    {
      source: 'reddit-rss',
      state: 'well',
      itemsPerMinute: 1240,
      lastSuccessAt: now.toISOString(),
      newestPostedAt: minutesAgo(1).toISOString(),
      lagSeconds: 12,
      feeds: { polled: 3, failing: 1 },
      gaps: { open: 1, lost: 2 },
      error: null,
      nextTryAt: null,
    },
  ])
  expect(pipeline).toEqual({ batches: 1, items: 40, lagSeconds: 3, itemsPerMinute: 1250, leadsPerMinute: 0.4 })
  expect(jobs[1]).toEqual({ kind: 'candidates', running: 2, waiting: 6, waitingSeconds: 3 })
  expect(jobs[2]).toEqual({ kind: 'overflow', running: 0, waiting: 0, waitingSeconds: 0 })
})

test('only the operator sees the jobs, which count for the state all the same', () => {
  const stuck = { queues: [{ name: 'backfill', state: 'queued' as const, count: 9, readySeconds: 61 }] }
  expect(report(stuck, [], 'owner', false)).toMatchObject({ state: 'failing', jobs: [] })
  expect(report(stuck, [], 'owner', true).jobs.length).toBeGreaterThan(10)
})

describe('the state is', () => {
  const broken = (minutes: number) => ({ ...source, error: '503', lastSuccessAt: minutesAgo(minutes) })
  const waiting = { name: 'backfill', state: 'queued' as const, count: 9, readySeconds: 61 }
  test.each([
    ['well up to a minute behind', { backlog: { ...quiet.backlog, oldestSeconds: 60 } }, [], 'well'],
    ['behind after more than a minute', { backlog: { ...quiet.backlog, oldestSeconds: 61 } }, [], 'behind'],
    ['behind if a source has failed for 15 minutes', { sources: [broken(15)] }, [], 'behind'],
    ['failing if a source has failed for 16 minutes', { sources: [broken(16)] }, [], 'failing'],
    [
      'behind if a rarely polled source started to fail 15 minutes ago',
      { sources: [{ ...broken(600), failedAt: minutesAgo(15) }] },
      [],
      'behind',
    ],
    [
      'failing if a rarely polled source started to fail 16 minutes ago',
      { sources: [{ ...broken(600), failedAt: minutesAgo(16) }] },
      [],
      'failing',
    ],
    ['failing if a source has never responded', { sources: [{ ...broken(0), lastSuccessAt: null }] }, [], 'failing'],
    ['failing if a job was given up', {}, [failure], 'failing'],
    ['failing if jobs wait and no worker is active', { queues: [waiting] }, [], 'failing'],
    ['well if jobs wait and a worker is active', { queues: [...quiet.queues, waiting] }, [], 'well'],
  ])('%s', (_when, figures, failures, state) => {
    expect(report(figures, failures).state).toBe(state)
  })
})

test('a source fails at the same threshold as the whole', () => {
  const failingFor = (minutes: number) => ({ ...source, error: '503', lastSuccessAt: minutesAgo(minutes) })
  const states = [failingFor(16), failingFor(15), source].map((each) => report({ sources: [each] }).sources[0]!.state)
  expect(states).toEqual(['failing', 'trying', 'well'])
})

test('a project in the sandbox sees its real sources too, and a project with real data sees only real sources', () => {
  const named = (name: string) => ({ ...source, source: name })
  const sources = ['archive', 'reddit-api', 'reddit-rss', 'sandbox', 'embedding'].map(named)
  const reported = (realm: 'sandbox' | 'real') =>
    healthReport(
      { now: () => now },
      { ...quiet, sources },
      { failures: [], feeds: [], role: 'member', isOperator: false, ...real, realm },
    ).sources.map((each) => [each.source, each.itemsPerMinute])
  expect(reported('sandbox')).toEqual([
    ['reddit-rss', 1240],
    ['sandbox', 0],
    ['embedding', 0],
  ])
  expect(reported('real').map(([name]) => name)).toEqual(['archive', 'reddit-api', 'reddit-rss', 'embedding'])
})

test('owners may retry failed jobs, members may only see them', () => {
  expect(report({}, [failure], 'owner')).toMatchObject({ mayRetry: true, failures: [failure] })
  expect(report({}, [failure], 'member')).toMatchObject({ mayRetry: false, failures: [failure] })
})

describe('a missing community', () => {
  const place = { kind: 'community', stream: 'posts', itemsPerMinute: 0, lagSeconds: null } as const
  const at = now.toISOString()
  const missing = (source: Source, name: string): FeedFacts => ({
    ...{ ...place, gaps: [], source, name, error: endings.missing, lastSuccessAt: null, nextTryAt: at },
  })
  const existing = (source: Source, name: string): FeedFacts => ({
    ...missing(source, name),
    ...{ error: null, lastSuccessAt: at },
  })
  const reported = (realm: Realm, ...feeds: FeedFacts[]) =>
    healthReport({ now: () => now }, quiet, {
      ...{ failures: [], role: 'member', isOperator: false, realm, sources: ['reddit-api', 'sandbox'] },
      feeds,
    }).feeds.map(({ source, error, isOfOtherRealm }) => ({ source, error, isOfOtherRealm }))

  test.each<[string, Realm, FeedFacts[], boolean[]]>([
    ['the sandbox does not have', 'sandbox', [missing('sandbox', 'saas')], [true]],
    ['only the sandbox has', 'sandbox', [existing('sandbox', 'made'), missing('reddit-api', 'made')], [false, true]],
    [
      'neither the sandbox nor Reddit has',
      'sandbox',
      [missing('sandbox', 'sass'), missing('reddit-api', 'sass')],
      [true, false],
    ],
    ['Reddit does not have, in a project with real data', 'real', [missing('reddit-api', 'made')], [false]],
  ])('that %s', (_which, realm, feeds, elsewhere) => {
    const found = reported(realm, ...feeds)
    expect(found.map(({ isOfOtherRealm }) => isOfOtherRealm)).toEqual(elsewhere)
    for (const [index, { error }] of found.entries()) {
      expect(error).toBe(elsewhere[index] ? null : feeds[index]!.error)
    }
  })

  test('is ignored in the sandbox, but a private one is reported', () => {
    const closed = { ...missing('sandbox', 'made'), error: endings.private }
    expect(reported('sandbox', closed)).toEqual([{ source: 'sandbox', error: endings.private, isOfOtherRealm: false }])
  })
})
