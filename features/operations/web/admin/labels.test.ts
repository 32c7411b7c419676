import { expect, test } from 'vitest'
import type { AdminProject, AdminUser } from '../../contract-admin.ts'
import { errorCount, errorTexts, planName, usageTexts, userMark } from './labels.ts'

const ann: AdminUser = {
  id: 'a',
  username: 'ann',
  email: 'ann@example.com',
  provider: 'local',
  confirmed: true,
  blocked: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
  projects: 1,
  internalAdmin: false,
  failedMails: 0,
}

test.each([
  [{}, 'Confirmed'],
  [{ confirmed: false }, 'Not confirmed'],
  [{ internalAdmin: true }, 'Admin'],
  [{ internalAdmin: true, blocked: true }, 'Blocked'],
])('the status of an account with %j is: %s', (overrides, label) => {
  expect(userMark({ ...ann, ...overrides }).label).toBe(label)
})

const access = (by: AdminProject['access']['by'], plan: AdminProject['access']['plan'] = null) => ({
  access: { granted: by !== null, by, plan, until: null },
})

test.each([
  [access(null), 'No plan'],
  [access('billingOff'), 'Included'],
  [access('internalAdmin'), 'Admin'],
  [access('grant', 'pass'), 'Granted'],
  [access('pass', 'pass'), '3-Day Pass'],
  [access('subscription', 'growth'), 'Growth'],
])('the plan of %j is: %s', (project, name) => {
  expect(planName(project)).toBe(name)
})

test('a quota says what is used, with its limit if it has one', () => {
  const usage = {
    keywords: { used: 12, limit: 40 },
    competitors: { used: 2, limit: null },
    credits: { used: 1, limit: null },
  }
  expect(usageTexts({ usage, ...access('grant') })).toEqual([
    '12 of 40 keywords',
    '2 competitors',
    '1 reply suggestion',
  ])
  expect(usageTexts({ usage, ...access(null) })[0]).toBe('12 keywords')
})

test('errors are counted in words, and those of the server together', () => {
  expect(errorTexts({ mails: 0, feeds: 2, accounts: 0, jobs: 1 })).toEqual(['1 failed job', '2 failing feeds'])
  const failure = { kind: 'backfill', reason: 'The disk is full', tries: 6, firstAt: '', lastAt: '' } as const
  const sources = [{ source: 'reddit-api', error: '503', lastSuccessAt: null }]
  expect(errorCount({ failedMails: 2, sources, jobs: [{ ...failure, count: 3 }] })).toBe(6)
})
