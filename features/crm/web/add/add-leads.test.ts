import { expect, test } from 'vitest'
import { addedText, skippedText } from './add-leads.ts'

const of = (...people: string[]) => people.map((person) => ({ lead: `lead of ${person}`, person }))

test.each([
  [of('mara'), [], 'Added 1 person to New'],
  [of('mara', 'mara', 'ivo'), [], 'Added 2 people to New'],
  [of('mara'), of('mara', 'ivo'), 'Added 1 person to New, 1 already there'],
  [[], of('ivo'), 'Already in the CRM'],
  [[], of('ivo', 'udo'), '2 people already in the CRM'],
  [[], [], 'Nobody was added'],
])('with %j added and %j known: %s', (added, known, text) => {
  expect(addedText({ added, known }, 'New')).toBe(text)
})

test('what is left out is counted by its reason', () => {
  const skipped = [
    { lead: 'a', reason: 'noAuthor' },
    { lead: 'b', reason: 'ownAccount' },
    { lead: 'c', reason: 'noAuthor' },
  ] as const
  expect(skippedText([...skipped])).toBe('Left out: 2 whose author is deleted or unknown and 1 by an account of yours.')
})
