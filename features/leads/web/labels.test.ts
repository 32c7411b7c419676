import { expect, test } from 'vitest'
import { rejectionReasons } from '#engine/score/component.ts'

import { nameOf } from '#platform/web/post/shown-post.ts'
import type { Reply } from '../contract.ts'
import {
  awayText,
  backfillText,
  copiesText,
  count,
  isScanning,
  plural,
  postedText,
  rejectionKeys,
  signed,
} from './labels.ts'

test.each([
  [12.4, '+12'],
  [0, '0'],
  [-0.2, '0'],
  [-7.6, '−8'],
])('%d points are shown as %s', (points, shown) => {
  expect(signed(points)).toBe(shown)
})

test('an unknown count is a dash, never zero', () => {
  expect(count(null)).toBe('–')
  expect(count(0)).toBe('0')
  expect(count(6478)).toBe('6,478')
})

test('one lead, two leads', () => {
  expect(plural(1, 'new lead')).toBe('1 new lead')
  expect(plural(2, 'new lead')).toBe('2 new leads')
})

test('the keys cover every reason of the contract', () => {
  expect(rejectionKeys.toSorted()).toEqual([...rejectionReasons].toSorted())
})

test.each([
  ['Which CRM?', 'post', 'ann', 'Which CRM?'],
  ['', 'comment', 'ann', 'Comment by u/ann'],
  [' ', 'comment', null, 'Comment'],
  ['', 'post', 'ann', 'Untitled post by u/ann'],
] as const)('the lead titled %j, a %s by %s, is named %j', (title, kind, author, name) => {
  expect(nameOf({ title, kind, author, standing: 'there', subreddit: 'saas' })).toBe(name)
})

test.each([
  ['there', 'Which kettle?'],
  ['reduced', 'Which kettle?'],
  ['deleted', 'Deleted on Reddit'],
  ['removed', 'Deleted on Reddit'],
  ['absent', 'Deleted on Reddit'],
  ['authorless', 'Deleted on Reddit'],
] as const)('a lead whose post is %s is named “%s”', (standing, name) => {
  expect(nameOf({ title: 'Which kettle?', kind: 'post', author: 'mara', standing, subreddit: 'saas' })).toBe(name)
})

test.each([
  ['the first scan runs', { status: 'processing', backfillTotal: null }, 0, true],
  ['a later scan runs', { status: 'done', backfillTotal: 43_714 }, 0, true],
  ['imported posts wait to be matched', { status: 'done', backfillTotal: null }, 12_400, true],
  ['all posts are scanned', { status: 'done', backfillTotal: null }, 0, false],
] as const)('while %s, leads may still turn up', (_when, project, unmatched, expected) => {
  expect(isScanning(project, unmatched)).toBe(expected)
})

test.each([
  [{ backfillDone: 1_200, backfillTotal: 43_714 }, 'Scanning 1,200 of 43,714 posts'],
  [{ backfillDone: 44_000, backfillTotal: 43_714 }, 'Scanning 43,714 of 43,714 posts'],
  [{ backfillDone: 0, backfillTotal: null }, 'Scanning posts…'],
  [{ backfillDone: 0, backfillTotal: 0 }, 'Scanning posts…'],
])('a backfill at %j is shown as %s', (project, text) => {
  expect(backfillText(project)).toBe(text)
})

test.each([
  [1, '+1 copy'],
  [2, '+2 copies'],
  [1200, '+1,200 copies'],
])('the label of a text that was posted %i more times', (copies, text) => {
  expect(copiesText(copies)).toBe(text)
})

const stamp = { by: 'bob', at: '2026-01-01T00:00:00.000Z' }
const posted: Reply = { ...stamp, text: null, permalink: null, checks: [] }
const fresh = { state: 'new', saved: false, reply: null, rejection: null, save: null, claim: null } as const
test.each([
  [fresh, 'new', null],
  [{ ...fresh, state: 'replied', reply: posted }, 'new', 'Marked replied by bob'],
  [{ ...fresh, state: 'rejected', rejection: { ...stamp, reason: 'tooOld' } }, 'new', 'Rejected by bob'],
  [{ ...fresh, state: 'rejected', rejection: { ...stamp, reason: 'tooOld' } }, 'rejected', null],
  [fresh, 'rejected', 'Moved back to new'],
  [fresh, 'saved', 'No longer saved'],
  [{ ...fresh, saved: true, save: stamp }, 'saved', null],
] as const)('a lead that is %j explains in the tab %s why it does not belong there: %s', (lead, tab, text) => {
  expect(awayText(lead, tab)).toBe(text)
})

test.each([
  ['2026-11-02T23:00:00Z', '2026-11-05T23:00:00Z', 'Posted Nov 3\u2009–\u20095, 2026'],
  ['2026-11-02T23:00:00Z', '2026-11-03T23:00:00Z', 'Posted Nov 3, 2026'],
  ['2026-11-02T23:00:00Z', null, 'Posted since Nov 3, 2026'],
  [null, '2026-11-02T23:00:00Z', 'Posted until Nov 2, 2026'],
])('posts from %s until before %s: %s', (from, before, text) => {
  expect(postedText(from, before, 'Europe/Berlin')).toBe(text)
})
