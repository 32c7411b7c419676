import { expect, test } from 'vitest'
import { historyText } from './history-text.ts'

const user = { id: '1', documentId: '1', email: 'ann@example.com' }

test.each([
  ['keyword.create', { query: 'crm' }, 'ann@example.com added it'],
  [
    'keyword.update',
    { was: { status: 'active', pausedBy: null }, is: { status: 'paused', pausedBy: 'user' } },
    'ann@example.com changed status from “active” to “paused”',
  ],
  [
    'keyword.update',
    { was: { subredditsIn: [], minScore: 3 }, is: { subredditsIn: ['crm', 'agency'], minScore: null } },
    'ann@example.com changed communities from none to crm, agency, minimum votes from “3” to none',
  ],
  ['keyword.update', { changed: ['query'] }, 'ann@example.com changed it'],
])('describes %s with %j', (action, details, text) => {
  expect(historyText({ action, actor: 'user:1', user, details })).toBe(text)
})

test('attributes changes to the plan, and shows a former member without a name', () => {
  const details = { is: { status: 'paused' }, by: 'quota' }
  expect(historyText({ action: 'keyword.update', actor: 'job:upkeep', user: null, details })).toBe(
    'Earshot changed status to “paused” to fit the plan',
  )
  expect(historyText({ action: 'keyword.create', actor: 'user:2', user: null, details: {} })).toBe(
    'A former member added it',
  )
})
