import { expect, test } from 'vitest'
import type { Change } from '../../../contract/events.ts'
import { mergeChanges } from './stream-changes.ts'

const lead = (id: string | null): Change => ({ kind: 'opportunities', id })
const project: Change = { kind: 'project', id: null }

test('repeated changes are merged, in order of their first appearance', () => {
  expect(mergeChanges([lead('a'), project, lead('b'), lead('a'), project])).toEqual([lead('a'), lead('b'), project])
})

test('a change of many rows does not hide changes of single rows before or after it', () => {
  expect(mergeChanges([lead('a'), lead(null), lead('b'), lead(null)])).toEqual([lead('a'), lead('b'), lead(null)])
})

test('up to fifty rows are named individually, more are merged', () => {
  const leads = Array.from({ length: 51 }, (_, i) => lead(`lead ${i}`))
  expect(mergeChanges([...leads.slice(0, 50), leads[7]!])).toEqual(leads.slice(0, 50))
  expect(mergeChanges(leads)).toEqual([lead(null)])
  expect(mergeChanges([lead(null), ...leads])).toEqual([lead(null)])
})

test('no events give no changes', () => {
  expect(mergeChanges([])).toEqual([])
})
