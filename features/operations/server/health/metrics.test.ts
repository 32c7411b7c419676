import { describe, expect, test } from 'vitest'
import type { Figures } from './figures.ts'
import { isNear, openMeter } from './metrics.ts'
import { setFigures, unsetFigures } from './metrics-figures.ts'

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.5',
    '::1',
    'fd00::5',
    'fe80::1%eth0',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.8',
  ])('%s is local or private', (address) => expect(isNear(address)).toBe(true))
  test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '11.0.0.1', '2001:db8::1', '::ffff:8.8.8.8', '', 'localhost'])(
    '%j is public or invalid',
    (address) => expect(isNear(address)).toBe(false),
  )
})

test('requests are counted and timed by route, except for the duration of event streams', async () => {
  const meter = openMeter('1.2.3', false)
  meter.answered({ route: '/api/projects/:id', method: 'GET', status: 200, seconds: 0.02 })
  meter.answered({ route: '/api/projects/:id', method: 'GET', status: 404, seconds: 0.003 })
  meter.answered({ route: '/api/events', method: 'GET', status: 200, seconds: 3600 })
  const text = await meter.registry.metrics()
  expect(text).toContain('earshot_http_requests_total{route="/api/projects/:id",method="GET",status="200"} 1')
  expect(text).toContain('earshot_http_requests_total{route="/api/events",method="GET",status="200"} 1')
  expect(text).toContain('earshot_http_request_duration_seconds_count{route="/api/projects/:id",method="GET"} 2')
  expect(text).toContain('le="0.005",route="/api/projects/:id",method="GET"} 1')
  expect(text).not.toMatch(/duration_seconds_\w+{[^}]*events/)
  expect(text).toMatch(/earshot_build_info{version="1\.2\.3",node="v\d+[\d.]*"} 1/)
})

test('figures replace earlier ones, and disappear without a database', async () => {
  const { registry } = openMeter('1.2.3', false)
  const now = new Date('2026-11-20T12:00:00Z')
  const earlier = new Date('2026-11-20T11:59:30Z')
  const figures: Figures = {
    sources: [
      {
        source: 'rss',
        lastSuccessAt: earlier,
        newestPostedAt: null,
        error: '503',
        failedAt: now,
        nextTryAt: null,
        position: null,
        leasedUntil: null,
        updatedAt: now,
      },
      {
        source: 'api',
        lastSuccessAt: null,
        newestPostedAt: null,
        error: null,
        failedAt: null,
        nextTryAt: null,
        position: null,
        leasedUntil: null,
        updatedAt: now,
      },
    ],
    polling: [],
    tallies: [
      { name: 'arrived', source: 'rss', total: 70, perMinute: 3 },
      { name: 'matched', source: 'rss', total: 60, perMinute: 2 },
      { name: 'leads', source: '', total: 5, perMinute: 1 },
    ],
    backlog: { batches: 2, items: 10, oldestSeconds: 7.5 },
    queues: [
      { name: 'backfill', state: 'queued', count: 4, readySeconds: 9 },
      { name: 'backfill', state: 'failed', count: 1, readySeconds: 0 },
    ],
  }
  setFigures(registry, figures, now)
  setFigures(registry, { ...figures, queues: figures.queues.slice(0, 1) }, now)
  const lines = (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('earshot_') && !line.includes('build'))
  expect(lines).toEqual([
    'earshot_items_arrived_total{source="rss"} 70',
    'earshot_items_matched_total{source="rss"} 60',
    'earshot_leads_total 5',
    'earshot_backlog_batches 2',
    'earshot_backlog_items 10',
    'earshot_backlog_age_seconds 7.5',
    'earshot_jobs{queue="backfill",state="queued"} 4',
    'earshot_jobs_ready_age_seconds{queue="backfill"} 9',
    'earshot_source_success_age_seconds{source="rss"} 30',
    'earshot_source_failing{source="rss"} 1',
    'earshot_source_failing{source="api"} 0',
  ])
  unsetFigures(registry)
  expect(await registry.metrics()).not.toContain('earshot_backlog')
})
