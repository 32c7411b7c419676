import { expect, test } from 'vitest'
import type { KeywordHealth, PhraseHealth } from '../../contract.ts'
import { evidenceText, exclusionText, figuresText, nothingText, recentText, withinText } from './labels.ts'

const health: PhraseHealth = {
  kind: 'keyword',
  phrase: 'crm',
  days: [],
  hits: 40,
  perDay: 1.333,
  leads: 10,
  accepted: 0,
  rejected: 0,
  alone: 40,
  within: null,
  exclusions: [],
}

test.each<[Partial<PhraseHealth>, string, KeywordHealth['from']?]>([
  [{}, '1.3 per day · 25% leads'],
  [{ perDay: 0.02 }, 'less than 0.1 per day in imported posts · 25% leads', 'imported'],
  [{ perDay: null }, '25% leads', 'imported'],
  [{ perDay: 2 }, '2 per day · 25% leads'],
  [{ perDay: 1234.5 }, '1,235 per day · 25% leads'],
  [{ perDay: 0.03, leads: 0 }, 'less than 0.1 per day · 0% leads'],
  [{ accepted: 2, rejected: 1200 }, '1.3 per day · 25% leads · 2 accepted · 1,200 rejected'],
])('shows the figures of %j: %s', (figures, text, from = 'live') => {
  expect(figuresText({ ...health, ...figures }, from)).toBe(text)
})

test.each<[PhraseHealth['within'], string | undefined]>([
  [null, undefined],
  [{ kind: 'keyword', phrase: 'simple crm', hits: 50 }, 'Finds only posts that “simple crm” also finds'],
  [{ kind: 'competitor', phrase: 'Wave', hits: 50 }, 'Finds only posts that the competitor “Wave” also finds'],
])('explains that all matches are within %j', (within, text) => {
  expect(withinText({ ...health, within })).toBe(text)
})

const now = Date.parse('2026-11-22T12:00:00Z')
const days = [9, 1, 1, 1, 1, 1, 1, 2]
test.each([
  ['2026-11-01T12:00:00Z', '8 in the last 7 days', 'No matches yet'],
  ['2026-11-21T12:00:00Z', '8 so far', 'No matches yet'],
  ['2026-10-01T12:00:00Z', '8 in the last 7 days', 'No matches in the last 30 days'],
  [null, '8 so far', 'No matches yet'],
])('shows matches since %s: %s, or %s', (since, week, nothing) => {
  const basis = { from: 'live', since, until: '2026-11-22T12:00:00Z' } as const
  expect(recentText({ ...health, days }, basis, now)).toBe(week)
  expect(nothingText(basis, now)).toBe(nothing)
})

test.each([
  [41, '2016-12-22T02:17:30Z', '2025-08-28T15:43:30Z', '41 matches from Dec 2016 to Aug 2025'],
  [1, '2025-08-01T00:00:00Z', '2025-08-28T15:43:30Z', '1 match from Aug 2025'],
])('shows %d matches in imported posts with their span', (hits, since, until, text) => {
  const basis = { from: 'imported', since, until } as const
  expect(recentText({ ...health, hits }, basis, now)).toBe(text)
  expect(nothingText(basis, now)).toBe('No matches in imported posts')
})

test('shows how many leads an exclusion would have hidden', () => {
  expect(exclusionText({ word: 'wedding', rejected: 14, accepted: 0 })).toBe(
    'would have hidden 14 rejected and 0 accepted leads',
  )
})

test.each([
  [1, 0, 'in 1 accepted lead'],
  [3, 0, 'in 3 accepted leads'],
  [3, 1, 'in 3 accepted leads, and 1 rejected'],
])('shows a proposal with %i accepted and %i rejected leads', (accepted, rejected, text) => {
  expect(evidenceText({ text: 'x', accepted, rejected })).toBe(text)
})
