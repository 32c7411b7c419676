import { expect, test } from 'vitest'
import { plansOf } from '#engine/subscription/plans.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { currentOf, isAgencyClient, planOfSubscription } from './current.ts'
import { aSubscription } from './factories.ts'

const own: CurrentProject = {
  id: 'pipewell',
  name: 'Pipewell',
  updatedAt: '2026-11-01T08:00:00.000Z',
  status: 'paid',
  timeZone: 'UTC',
  communities: [],
  sources: [],
  realm: 'real',
  realSince: null,
  scoreWeights: { fit: 1, intent: 1, window: 1 },
  backfillDone: 0,
  backfillTotal: null,
  isAgencyProject: false,
  agencyPlan: null,
}
const client = { ...own, isAgencyProject: true, agencyPlan: 'growth' }
const payer = { id: 'ann', documentId: 'ann', email: 'ann@pipewell.example' }
const agency = aSubscription({ id: 'agency', mainProductName: 'Agency', user: payer })

test('a project uses the most recent active subscription of those fetched for it', () => {
  const canceled = aSubscription({ id: 'newer', status: 'canceled', createdAt: '2026-11-10T08:00:00.000Z' })
  expect(currentOf(own, 'ann', [canceled, aSubscription()])?.id).toBe('first')
  expect(currentOf(own, 'ann', [canceled])?.id).toBe('newer')
  expect(currentOf(own, 'ann', [])).toBeNull()
})

test("an agency's client project uses the user's agency subscription only", () => {
  expect(isAgencyClient(client)).toBe(true)
  expect(isAgencyClient(own)).toBe(false)
  expect(currentOf(client, 'ann', [agency])?.id).toBe('agency')
  expect(currentOf(client, 'bob', [agency])).toBeNull()
})

test.each([
  ['pro_growth', 'Renamed', 'growth'],
  ['pro_01unknown', 'Professional', 'professional'],
  ['pro_01unknown', 'Enterprise', undefined],
])('product %s named %s is plan %s', (mainProductId, mainProductName, key) => {
  expect(planOfSubscription(plansOf(), { mainProductId, mainProductName })?.key).toBe(key)
})
