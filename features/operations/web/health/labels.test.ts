import { expect, test } from 'vitest'
import type { SourceHealth } from '#platform/contract/source-health.ts'
import { rateText, spanText } from '#platform/web/text/units.ts'
import type { Failure, HealthReport } from '../../contract.ts'
import { failureDetails, summaryOf } from './labels.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

const source: SourceHealth = {
  source: 'reddit-rss',
  state: 'well',
  itemsPerMinute: 1240,
  lastSuccessAt: at(0),
  newestPostedAt: at(-1),
  lagSeconds: 20,
  feeds: { polled: 4, failing: 0 },
  gaps: { open: 0, lost: 0 },
  error: null,
  nextTryAt: null,
}
const well: HealthReport = {
  state: 'well',
  sources: [source],
  feeds: [],
  pipeline: { batches: 1, items: 40, lagSeconds: 3, itemsPerMinute: 1240, leadsPerMinute: 0.2 },
  jobs: [],
  failures: [],
  mayRetry: false,
}
const failure: Failure = {
  kind: 'backfill',
  reason: 'The disk is full',
  count: 3,
  tries: 6,
  firstAt: at(-9),
  lastAt: at(-2),
}
const failingSource = { ...source, error: 'Reddit asks for patience', lastSuccessAt: at(-4), nextTryAt: at(2) }
const feed: HealthReport['feeds'][number] = {
  ...{ source: 'sandbox', kind: 'community', stream: 'posts', name: 'freelance', itemsPerMinute: 0, gaps: [] },
  ...{ lastSuccessAt: null, lagSeconds: null, error: null, isOfOtherRealm: false, nextTryAt: at(1) },
}
const silent = { ...source, itemsPerMinute: 0 }
const behind = { ...well.pipeline, items: 12_400, lagSeconds: 260 }
const idle = { ...well.pipeline, items: 0, lagSeconds: 0, itemsPerMinute: 0 }

test.each<[string, Partial<HealthReport>, 'quiet' | 'idle' | 'warn' | 'danger', string]>([
  ['everything works', {}, 'quiet', 'Receiving posts · 1,240 posts/min · 3 s behind'],
  [
    'all posts are matched',
    { sources: [{ ...source, itemsPerMinute: 40 }], pipeline: idle },
    'quiet',
    'Receiving posts · 40 posts/min · up to date',
  ],
  [
    'posts of an import are counted beside those that arrive',
    { sources: [{ ...source, itemsPerMinute: 40 }], pipeline: { ...idle, itemsPerMinute: 8274 } },
    'quiet',
    'Receiving posts · 40 posts/min · up to date',
  ],
  ['no posts arrive', { sources: [silent], pipeline: idle }, 'quiet', 'Receiving posts · up to date'],
  [
    'only sample posts arrive',
    { sources: [{ ...silent, source: 'sandbox' }], pipeline: idle },
    'quiet',
    'Receiving sample posts · up to date',
  ],
  [
    'the first posts are being matched',
    { sources: [silent], pipeline: { ...idle, items: 9, lagSeconds: 2 } },
    'quiet',
    'Receiving posts · 2 s behind',
  ],
  ['there are only imports', { sources: [], pipeline: idle }, 'idle', 'No live source · posts come only from imports'],
  ['feeds were not polled yet', { sources: [], feeds: [feed], pipeline: idle }, 'quiet', 'Waiting for the first posts'],
  [
    'an import has just ended',
    { sources: [], pipeline: { ...idle, itemsPerMinute: 8274 } },
    'idle',
    'No live source · posts come only from imports',
  ],
  [
    'an import is being matched',
    { sources: [], pipeline: { ...idle, items: 12_400, lagSeconds: 9, itemsPerMinute: 8274 } },
    'idle',
    'No live source · matching 12,400 posts',
  ],
  ['there is a backlog', { state: 'behind', pipeline: behind }, 'warn', '4 min behind · 12,400 posts remaining'],
  [
    'a source is failing',
    { state: 'behind', sources: [failingSource] },
    'warn',
    'No posts from Reddit RSS for 4 min: Reddit asks for patience; retries in 2 min',
  ],
  [
    'a source has never worked',
    { state: 'failing', sources: [{ ...failingSource, lastSuccessAt: null, nextTryAt: at(-1) }] },
    'danger',
    'No posts from Reddit RSS yet: Reddit asks for patience',
  ],
  [
    'the embedding endpoint is failing',
    { state: 'behind', sources: [source, { ...failingSource, source: 'embedding' }] },
    'warn',
    'Embeddings unavailable for 4 min: Reddit asks for patience; retries in 2 min',
  ],
  [
    'the embedding endpoint is the only source',
    { sources: [{ ...source, source: 'embedding' }], pipeline: idle },
    'idle',
    'No live source · posts come only from imports',
  ],
  [
    'a job failed',
    { state: 'failing', failures: [failure], pipeline: behind },
    'danger',
    'Backfill failed: The disk is full',
  ],
  [
    'several jobs failed',
    { state: 'failing', failures: [failure, { ...failure, kind: 'backfill' }] },
    'danger',
    'Backfill failed: The disk is full (and 1 more)',
  ],
  ['no worker is running', { state: 'failing' }, 'danger', 'Processing stopped: no worker is running'],
])('the summary when %s', (_when, report, look, text) => {
  expect(summaryOf({ ...well, ...report }, true, now)).toEqual({ look, text })
})

test('the summary reports an interruption unless there is something worse', () => {
  expect(summaryOf(well, false, now)).toEqual({ look: 'warn', text: 'Live updates disconnected. Reconnecting…' })
  expect(summaryOf({ ...well, state: 'failing', failures: [failure] }, false, now).look).toBe('danger')
})

test.each([
  [failure, '3 jobs, each tried 6 times, last failure 2 min ago'],
  [{ ...failure, count: 1, tries: 1 }, '1 job, tried once, failed 2 min ago'],
])('a failure in numbers', (entry, text) => {
  expect(failureDetails(entry, now)).toBe(text)
})

test.each([
  [-3, '0 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [7200, '2 h'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(spanText(seconds)).toBe(text)
})

test.each([
  [0.44, '0.4 posts/min'],
  [1240.4, '1,240 posts/min'],
])('%d per minute is %s', (rate, text) => {
  expect(rateText(rate)).toBe(text)
})
