import { expect, test } from 'vitest'
import type { KeywordHealth, PhraseHealth } from '../../contract.ts'
import { type Advice, adviceOf } from './term-state.ts'

const now = Date.UTC(2026, 10, 20)
const health = (days: number): KeywordHealth => ({
  from: 'live',
  until: null,
  since: new Date(now - days * 24 * 3_600_000).toISOString(),
  decided: 0,
  phrases: [],
  tooCommon: [],
  proposals: { keywords: [], competitors: [], communities: [] },
})
const found = (hits: number, leads: number): PhraseHealth => ({
  ...{ kind: 'keyword', phrase: 'crm', days: [100, 1, 1, 1, 1, 1, 1, 1], perDay: 1, alone: 1, within: null },
  ...{ hits, leads, accepted: 0, rejected: 0, exclusions: [] },
})

test.each<[string, KeywordHealth | undefined, PhraseHealth | undefined, Advice | null]>([
  ['many posts and no leads', health(30), found(20, 0), 'noisy'],
  ['many posts and one lead', health(30), found(20, 1), null],
  ['too few posts to judge', health(30), found(19, 0), null],
  ['nothing for weeks', health(14), undefined, 'dead'],
  ['nothing for days', health(13), undefined, null],
  ['nothing in imported posts', { ...health(3000), from: 'imported' }, undefined, null],
  ['nothing, without statistics', undefined, undefined, null],
  ['nothing in a project without any matches', { ...health(30), since: null }, undefined, null],
])('returns the advice for a phrase that found %s', (_, all, own, advice) => {
  expect(adviceOf(all, own, now)).toBe(advice)
})
