import { expect, test } from 'vitest'
import { changedAnswers, noAnswers, validAnswers } from './answers.ts'
import { parseUnsaved } from './unsaved.ts'

// faults 63: storage that is missing, broken or of another shape
test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"userId":"grace","keywords":"a"}',
  '{"userId":"grace","name":5,"competitors":[1],"proposals":{"keywords":[]}}',
  '{"userId":"ada","name":"Quietbooks"}',
  '{"name":"Quietbooks"}',
])('%s in storage is nothing of grace', (stored) => {
  expect(parseUnsaved(stored, 'grace')).toEqual({})
})

test('typed answers are restored, without broken parts', () => {
  const stored = { userId: 'grace', name: 'Quietbooks', keywords: ['receipts'], competitors: 7, extra: true }
  expect(parseUnsaved(JSON.stringify(stored), 'grace')).toEqual({ name: 'Quietbooks', keywords: ['receipts'] })
})

test('only answers that changed are saved, and a half-typed address waits', () => {
  const now = { ...noAnswers, name: 'Quietbooks', website: 'quietbooks', keywords: ['receipts'] }
  const changed = changedAnswers(noAnswers, now)
  expect(changed).toEqual({ name: 'Quietbooks', website: 'quietbooks', keywords: ['receipts'] })
  expect(validAnswers(changed)).toEqual({ name: 'Quietbooks', keywords: ['receipts'] })
  expect(changedAnswers(now, now)).toEqual({})
})
