import { expect, test } from 'vitest'
import { parseDraft } from './draft.ts'

const empty = { name: '', website: null, summary: '', keywords: [], competitors: [], communities: [] }

// faults 63: storage that is missing, broken or of another shape
test.each([null, '', '{', 'null', '[]', '"text"', '{"keywords":"a"}', '{"name":5,"competitors":[1]}'])(
  '%s stored is an empty form',
  (stored) => {
    expect(parseDraft(stored)).toEqual(empty)
  },
)

test('what was typed comes back, broken parts aside', () => {
  const stored = JSON.stringify({ name: 'Quietbooks', keywords: ['receipts'], competitors: 7, extra: true })
  expect(parseDraft(stored)).toEqual({ ...empty, name: 'Quietbooks', keywords: ['receipts'] })
})
