import { expect, test } from 'vitest'
import { keywordEvent, quotaEvent, sourceEvent, spikeEvents } from './events.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const spike = (day: string) => ({ id: 'k1', phrase: 'Pipewise', day, mentions: 12, usual: 2 })

test('a spike is sent with its numbers', () => {
  expect(spikeEvents([spike('2026-11-20')], new Set())).toEqual([
    {
      item: 'spike k1 2026-11-20',
      subject: 'Mention spike',
      text: '“Pipewise” was mentioned 12 times on 2026-11-20. Usual: 2 a day.',
    },
  ])
})

test.each<[string, string[], number]>([
  ['of the day before', ['spike k1 2026-11-19'], 0],
  ['of another name', ['spike k2 2026-11-19'], 1],
  ['of earlier days', ['spike k1 2026-11-18'], 1],
])('a spike after one that was told %s', (_, told, count) => {
  expect(spikeEvents([spike('2026-11-20')], new Set(told))).toHaveLength(count)
})

test('a keyword is sent once as noisy and once as dead', () => {
  const keyword = { id: 'k1', query: 'crm' }
  const items = (['noisy', 'dead'] as const).map((kind) => keywordEvent(kind, keyword).item)
  expect(new Set(items).size).toBe(2)
  expect(keywordEvent('noisy', keyword).text).toContain('“crm”')
})

test.each<[string, Partial<Parameters<typeof sourceEvent>[0]>, string | null]>([
  ['works', { error: null }, null],
  ['has just failed', { lastSuccessAt: minutesAgo(100), failedAt: minutesAgo(15) }, null],
  ['has failed for long', { lastSuccessAt: minutesAgo(100), failedAt: minutesAgo(16) }, minutesAgo(100).toISOString()],
  ['has always failed', { lastSuccessAt: null, failedAt: minutesAgo(16) }, 'never'],
])('a source that %s', (_, state, name) => {
  const source = { source: 'reddit-api', lastSuccessAt: null, failedAt: null, error: 'timeout', ...state }
  expect(sourceEvent(source, 'The Reddit API', now)?.item ?? null).toBe(name && `source reddit-api ${name}`)
})

test.each<[number, string | undefined]>([
  [0, undefined],
  [1, "1 keyword is paused because your plan's limit is reached."],
  [3, "3 keywords are paused because your plan's limit is reached."],
])('%i paused keywords', (count, text) => {
  expect(quotaEvent('keywords', count, '2026-11')?.text).toBe(text)
})
