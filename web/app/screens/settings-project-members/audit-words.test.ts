import { expect, test } from 'vitest'
import { actionText, actorText, detailText } from './audit-words.ts'

test.each([
  ['member.invite', 'Invited somebody'],
  ['project.handOver', 'Handed the project over'],
  ['planet.settle', 'planet.settle'],
])('%s reads: %s', (action, text) => {
  expect(actionText({ action })).toBe(text)
})

test.each([
  [{}, ''],
  [{ from: 'member', to: 'admin' }, 'Member to Admin'],
  [{ role: 'client' }, 'as client'],
  [{ changed: ['timeZone', 'summary'] }, 'time zone, summary'],
  [{ name: 'Nightly sync', scope: 'read', apiToken: 'an id' }, 'Nightly sync · by an API token'],
  [{ role: 'toString', changed: 'name' }, ''],
])('the details %j read: %s', (details, text) => {
  expect(detailText({ details })).toBe(text)
})

test.each([
  [{ actor: 'user:1', user: { id: '1', documentId: '1', email: 'ada@example.com' } }, 'ada@example.com'],
  [{ actor: 'user:1', user: null }, 'Somebody who left'],
  [{ actor: 'job:scan', user: null }, 'Earshot'],
])('%j is by %s', (entry, text) => {
  expect(actorText(entry)).toBe(text)
})
