import { expect, test } from 'vitest'
import type { Grouping, Metric } from '#engine/insights/metrics.ts'
import { listOf } from './lists.ts'

const project = { id: 'p', timeZone: 'America/New_York' }
const range = { from: '2026-11-10', to: '2026-11-20' }
const today = '2026-11-26'
const list = (metric: Metric, ...parts: [Grouping, string, string?][]) =>
  listOf(
    project,
    {
      metric,
      range,
      communities: ['sales'],
      parts: parts.map(([grouping, key, label = key]) => ({ grouping, key, label })),
    },
    today,
  )
const addressOf = (metric: Metric, ...parts: [Grouping, string, string?][]) =>
  decodeURIComponent(list(metric, ...parts)?.address ?? '')

const all = '/app/opportunities?tab=all&sort=newest'
const days = 'from=2026-11-10T05:00:00.000Z&to=2026-11-21T05:00:00.000Z'

test.each<[string, [Metric, ...[Grouping, string, string?][]], string]>([
  ['leads', ['leads'], `${all}&community=sales&${days}`],
  [
    'a day',
    ['leads', ['day', '2026-11-12']],
    `${all}&community=sales&from=2026-11-12T05:00:00.000Z&to=2026-11-13T05:00:00.000Z`,
  ],
  [
    'a week that begins before',
    ['leads', ['week', '2026-11-09']],
    `${all}&community=sales&from=2026-11-10T05:00:00.000Z&to=2026-11-16T05:00:00.000Z`,
  ],
  ['a month', ['leads', ['month', '2026-11-01']], `${all}&community=sales&${days}`],
  ['a community', ['leads', ['subreddit', 'crm', 'r/CRM']], `${all}&community=CRM&${days}`],
  ['a place', ['leads', ['subreddit', '@hacker_news', 'Hacker News']], `${all}&community=@Hacker_News&${days}`],
  ['a keyword', ['keywordPrecision', ['keyword', 'a crm']], `${all}&community=sales&keyword=a+crm&${days}`],
  ['a label', ['leads', ['band', '3']], `${all}&community=sales&label=3&${days}`],
  ['a status', ['leads', ['state', 'rejected']], `/app/opportunities?tab=rejected&sort=newest&community=sales&${days}`],
  [
    'an hour of a weekday',
    ['leads', ['hour', '09'], ['weekday', '1']],
    `${all}&community=sales&${days}&hour=9&weekday=1`,
  ],
  ['a step', ['funnel', ['step', 'won']], '/app/crm'],
  ['replies', ['replies', ['state', 'live']], '/app/archive/replied?period=30d'],
  ['mentions', ['mentions'], '/app/mentions?tab=all&status=all&community=sales&from=2026-11-10&to=2026-11-20'],
  [
    'the brand',
    ['shareOfVoice', ['name', 'p']],
    '/app/mentions?status=all&community=sales&from=2026-11-10&to=2026-11-20',
  ],
  [
    'a name',
    ['mentions', ['name', 'x']],
    '/app/mentions?tab=all&status=all&name=x&community=sales&from=2026-11-10&to=2026-11-20',
  ],
  [
    'a sentiment',
    ['mentions', ['sentiment', 'negative'], ['day', '2026-11-12']],
    '/app/mentions?tab=all&status=all&sentiment=negative&community=sales&from=2026-11-12&to=2026-11-12',
  ],
])('the list of %s', (_, [metric, ...parts], address) => {
  expect(addressOf(metric, ...parts)).toBe(address)
})

test('sources, and hours and weekdays of others than leads, have no list', () => {
  expect(list('timeToReply', ['hour', '14'])).toBeNull()
  expect(list('mentions', ['weekday', '1'])).toBeNull()
  expect(list('leads', ['source', '1'])).toBeNull()
})
