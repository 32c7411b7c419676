import { describe, expect, test } from 'vitest'
import { type AlertConditions, type AlertFind, alertMatcher, alertRouter } from './matching.ts'

const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => now.getTime() - days * 24 * 3_600_000

const rule: AlertConditions = { kind: 'lead', query: '', threshold: 0, label: 2, fresh: false, keywords: [] }
const lead: AlertFind = {
  kind: 'lead',
  item: {
    ...{ id: 'p', kind: 'post', subreddit: 'Welding', author: 'mara', title: 'Which welder for pipes?' },
    ...{ body: 'We need a price today.', flair: null, score: 12, numComments: 3, postedAt: daysAgo(1) },
  },
  score: 72,
  label: 3,
  keywords: ['k1'],
}
const mention: AlertFind = { ...lead, kind: 'mention', score: null, label: null }
const old = { ...lead, item: { ...lead.item, postedAt: daysAgo(4) } }
const blank = { ...lead, item: { ...lead.item, title: '', body: '' } }

test.each<[string, Partial<AlertConditions>, AlertFind, boolean]>([
  ['without conditions', {}, lead, true],
  ['of another kind', { kind: 'mention' }, lead, false],
  ['that is a mention, whatever the chance of leads', { kind: 'mention', threshold: 90, label: 3 }, mention, true],
  ['with the lowest chance', { threshold: 72 }, lead, true],
  ['below the lowest chance', { threshold: 72.1 }, lead, false],
  ['below the lowest label', { label: 3 }, { ...lead, label: 2 }, false],
  ['that is fresh', { fresh: true }, lead, true],
  ['that is not fresh', { fresh: true }, old, false],
  ['of unknown age', { fresh: true }, { ...lead, item: { ...lead.item, postedAt: null } }, false],
  ['by words', { query: 'price AND welder' }, lead, true],
  ['by other words', { query: 'robot' }, lead, false],
  ['by community', { query: 'subreddit:welding -title:robot' }, lead, true],
  ['by language', { query: 'lang:en' }, lead, true],
  ['by a query that can no longer be read', { query: '(' }, lead, false],
  ['of a keyword', { keywords: ['k0', 'k1'] }, lead, true],
  ['of no keyword of the rule', { keywords: ['k0'] }, lead, false],
  ['whose post was deleted', {}, blank, false],
])('a rule matches a find %s: %#', (_, conditions, find, expected) => {
  expect(alertMatcher({ ...rule, ...conditions })(find, now)).toBe(expected)
})

describe('of several rules', () => {
  const hot = { ...rule, id: 'hot', label: 3, restOnly: false }
  const rest = { ...rule, id: 'rest', restOnly: true }
  const prices = { ...rule, id: 'prices', query: 'price', restOnly: false }
  const mentions = { ...rule, id: 'mentions', kind: 'mention' as const, restOnly: false }

  test.each<[string, AlertFind, (typeof hot)[], string[]]>([
    ['all that match', lead, [hot, prices, mentions], ['hot', 'prices']],
    ['the rest, if no other does', { ...lead, label: 2 }, [hot, rest], ['rest']],
    ['not the rest, if another one does', lead, [hot, rest], ['hot']],
    [
      'all rests, which don’t count as others',
      { ...lead, label: 2 },
      [rest, { ...rest, id: 'rest 2' }],
      ['rest', 'rest 2'],
    ],
  ])('%s get a find', (_, find, rules, expected) => {
    expect(alertRouter(rules)(find, now)).toEqual(expected)
  })
})
