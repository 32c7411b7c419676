import { expect, test } from 'vitest'
import { parseDraft } from './draft.ts'

const empty = { name: '', website: null, summary: '', keywords: [], competitors: [], communities: [] }

// faults 63: storage that is missing, broken or of another shape
test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"userId":"grace","keywords":"a"}',
  '{"userId":"grace","name":5,"competitors":[1]}',
  '{"userId":"ada","name":"Quietbooks"}',
  '{"name":"Quietbooks"}',
])('%s in storage is an empty form for grace', (stored) => {
  expect(parseDraft(stored, 'grace')).toEqual(empty)
})

test('typed text is restored, without broken parts', () => {
  const stored = JSON.stringify({
    userId: 'grace',
    name: 'Quietbooks',
    keywords: ['receipts'],
    competitors: 7,
    extra: true,
  })
  expect(parseDraft(stored, 'grace')).toEqual({ ...empty, name: 'Quietbooks', keywords: ['receipts'] })
})
