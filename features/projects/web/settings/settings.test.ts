import { expect, test } from 'vitest'
import { changedOf, type Settings } from './settings.ts'

const before: Settings = {
  name: 'Deskbook',
  website: null,
  summary: 'A simple CRM',
  audience: ['studios'],
  pains: [],
  languages: ['de'],
  communities: ['freelance'],
  timeZone: 'UTC',
  scoreWeights: { fit: 1, intent: 1, window: 1 },
}

test.each<[Partial<Settings>]>([
  [{}],
  [{ name: 'Deskbook 2' }],
  [{ website: 'deskbook.example', timeZone: 'Europe/Berlin' }],
  [{ audience: ['studios', 'freelancers'] }],
  [{ scoreWeights: { fit: 1, intent: 1.5, window: 1 } }],
])('an edit sends only %j', (change) => {
  const after = structuredClone({ ...before, ...change })
  expect(changedOf(before, after)).toEqual(change)
})
