import { expect, test } from 'vitest'
import type { Decision } from './decisions.ts'
import { applyDecision, bulkText, decisionText, inverseOf } from './decisions.ts'
import { newLead } from './factories.ts'
import { belongsInTab } from './view.ts'

const at = '2026-01-01T00:00:00.000Z'
const stamp = { user: 'ann', by: 'ann@example.com', at }
const lead = newLead('l')

const decisions: Decision[] = [
  { kind: 'reply', on: true },
  { kind: 'save', on: true },
  { kind: 'rejection', on: true, reason: 'tooOld' },
  { kind: 'claim' },
  { kind: 'assignment', to: { id: 'bob', name: 'bob@example.com' } },
]

test.each(decisions)('%j and its inverse leave no trace', (decision) => {
  const after = applyDecision(lead, decision, stamp)
  expect(after).not.toEqual(lead)
  expect(applyDecision(after, inverseOf(decision, lead), stamp)).toEqual(lead)
})

test('the undo of a removed rejection restores its reason', () => {
  const rejected = applyDecision(lead, { kind: 'rejection', on: true, reason: 'advertising' }, stamp)
  const restore: Decision = { kind: 'rejection', on: false }
  expect(inverseOf(restore, rejected)).toEqual({ kind: 'rejection', on: true, reason: 'advertising' })
})

test('the undo of a removed reply restores its text and permalink', () => {
  const reply = { text: 'Try ours', permalink: '/r/kettles/comments/1abc/x/2def/' }
  const replied = applyDecision(lead, { kind: 'reply', on: true, ...reply }, stamp)
  expect(inverseOf({ kind: 'reply', on: false }, replied)).toEqual({ kind: 'reply', on: true, ...reply })
})

test('the undo of an assignment returns the lead to whoever had claimed it', () => {
  const claimed = applyDecision(lead, { kind: 'claim' }, stamp)
  const back = { kind: 'assignment', to: { id: 'ann', name: 'ann@example.com' } }
  expect(inverseOf({ kind: 'assignment', to: null }, claimed)).toEqual(back)
})

test('a lead leaves the new ones when it is replied to or rejected, but not when it is saved', () => {
  expect(decisions.map((decision) => belongsInTab(applyDecision(lead, decision, stamp), 'new'))).toEqual([
    false,
    true,
    false,
    true,
    true,
  ])
  expect(belongsInTab(applyDecision(lead, { kind: 'save', on: true }, stamp), 'saved')).toBe(true)
})

test('a decision about several leads names their number', () => {
  const removed = (['save', 'reply', 'rejection'] as const).map((kind): Decision => ({ kind, on: false }))
  expect([...decisions, ...removed].map((decision) => bulkText(decision, 30))).toEqual([
    'Marked 30 leads replied',
    'Saved 30 leads',
    'Rejected 30 leads: too old',
    'Claimed: 30 leads',
    'Assigned to bob@example.com: 30 leads',
    'Removed 30 leads from saved',
    'Moved 30 leads back to new',
    'Moved 30 leads back to new',
  ])
  expect(decisions.map((decision) => bulkText(decision, 1))).toEqual(decisions.map(decisionText))
})

test('each decision has a text', () => {
  expect(decisions.map(decisionText)).toEqual([
    'Marked replied',
    'Saved',
    'Rejected: too old',
    'Claimed',
    'Assigned to bob@example.com',
  ])
})
